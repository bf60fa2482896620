import type { AnswerName, Answers } from './answers.ts'

type Option = { value: string; label: string }
/** `short` answers stand three abreast. */
export type Choice = { name: AnswerName; question: string; options: Option[]; short?: true }

const optionsOf = (labels: Record<string, string>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const ages = ['18-25', '26-35', '36-45', '46-55', '56-65', '65+']

export const choices = {
  age: {
    name: 'age',
    question: "Fascia d'età",
    short: true,
    options: ages.map(value => ({ value, label: value.replace('-', '–') })),
  },
  tradingExperience: {
    name: 'tradingExperience',
    question: 'Esperienza nel trading',
    options: optionsOf({
      nessuna: 'Nessuna esperienza',
      principiante: 'Principiante',
      intermedio: 'Intermedio',
      avanzato: 'Avanzato',
    }),
  },
  investmentAmount: {
    name: 'investmentAmount',
    question: 'Quanto pensi di investire?',
    options: optionsOf({
      '500-1000': '500–1.000 €',
      '1000-3000': '1.000–3.000 €',
      '3000-10000': '3.000–10.000 €',
      '10000+': 'Oltre 10.000 €',
    }),
  },
  investmentGoal: {
    name: 'investmentGoal',
    question: 'Obiettivo principale',
    options: optionsOf({
      'reddito-passivo': 'Reddito passivo',
      'crescita-capitale': 'Crescita del capitale',
      diversificazione: 'Diversificazione',
      apprendimento: 'Apprendimento',
    }),
  },
  riskTolerance: {
    name: 'riskTolerance',
    question: 'Tolleranza al rischio',
    short: true,
    options: optionsOf({ bassa: 'Bassa', media: 'Media', alta: 'Alta' }),
  },
  timeframe: {
    name: 'timeframe',
    question: 'Quando vorresti iniziare?',
    options: optionsOf({
      subito: 'Subito',
      settimana: 'Entro una settimana',
      mese: 'Entro un mese',
      futuro: 'Più avanti',
    }),
  },
} satisfies Record<string, Choice>

const labelOf = (choice: Choice, value: string) =>
  choice.options.find(option => option.value === value)?.label ?? ''

/** The answers so far, in words, in the order of the questions. */
export function inWords(answers: Answers): [string, string][] {
  const chosen = (choice: Choice) => labelOf(choice, answers[choice.name])
  const phone = answers.phoneNumber.trim()
  return [
    ['Nome', answers.name],
    ['Telefono', phone && `${answers.countryCode} ${phone}`],
    ['Età', chosen(choices.age)],
    ['Email', answers.email],
    ['Occupazione', answers.occupation],
    ['Esperienza', chosen(choices.tradingExperience)],
    ['Importo', chosen(choices.investmentAmount)],
    ['Obiettivo', chosen(choices.investmentGoal)],
    ['Rischio', chosen(choices.riskTolerance)],
    ['Inizio', chosen(choices.timeframe)],
  ]
}
