import type { AnswerName, Answers } from './answers.ts'

type Option = { value: string; label: string }
/** `short` answers stand three abreast. */
export type Choice = { name: AnswerName; question: string; options: Option[]; short?: true }

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
    options: [
      { value: 'nessuna', label: 'Nessuna esperienza' },
      { value: 'principiante', label: 'Principiante' },
      { value: 'intermedio', label: 'Intermedio' },
      { value: 'avanzato', label: 'Avanzato' },
    ],
  },
  investmentAmount: {
    name: 'investmentAmount',
    question: 'Quanto pensi di investire?',
    options: [
      { value: '500-1000', label: '500–1.000 €' },
      { value: '1000-3000', label: '1.000–3.000 €' },
      { value: '3000-10000', label: '3.000–10.000 €' },
      { value: '10000+', label: 'Oltre 10.000 €' },
    ],
  },
  investmentGoal: {
    name: 'investmentGoal',
    question: 'Obiettivo principale',
    options: [
      { value: 'reddito-passivo', label: 'Reddito passivo' },
      { value: 'crescita-capitale', label: 'Crescita del capitale' },
      { value: 'diversificazione', label: 'Diversificazione' },
      { value: 'apprendimento', label: 'Apprendimento' },
    ],
  },
  riskTolerance: {
    name: 'riskTolerance',
    question: 'Tolleranza al rischio',
    short: true,
    options: [
      { value: 'bassa', label: 'Bassa' },
      { value: 'media', label: 'Media' },
      { value: 'alta', label: 'Alta' },
    ],
  },
  timeframe: {
    name: 'timeframe',
    question: 'Quando vorresti iniziare?',
    options: [
      { value: 'subito', label: 'Subito' },
      { value: 'settimana', label: 'Entro una settimana' },
      { value: 'mese', label: 'Entro un mese' },
      { value: 'futuro', label: 'Più avanti' },
    ],
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
