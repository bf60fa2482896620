import { withDialCode } from '@tba/events/people/phone.ts'
import { defaultDialCode } from '../content/dial-codes.ts'

export const noAnswers = {
  name: '',
  phoneNumber: '',
  countryCode: defaultDialCode,
  age: '',
  email: '',
  occupation: '',
  tradingExperience: '',
  investmentAmount: '',
  investmentGoal: '',
  riskTolerance: '',
  timeframe: '',
  additionalInfo: '',
}
export type Answers = typeof noAnswers
export type AnswerName = keyof Answers

type Option = { value: string; label: string }
/** `short` answers stand three abreast; `summary` names the answer on the sheet beside the form. */
export type Choice = {
  name: AnswerName
  question: string
  summary: string
  options: Option[]
  short?: true
}
export type TextQuestion = {
  name: AnswerName
  label: string
  summary: string
  type?: 'text' | 'email'
  autoComplete: string
}

const optionsOf = (labels: Record<string, string>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const ages = ['18-25', '26-35', '36-45', '46-55', '56-65', '65+']

export const choices = {
  age: {
    name: 'age',
    question: "Fascia d'età",
    summary: 'Età',
    short: true,
    options: ages.map(value => ({ value, label: value.replace('-', '–') })),
  },
  tradingExperience: {
    name: 'tradingExperience',
    question: 'Esperienza nel trading',
    summary: 'Esperienza',
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
    summary: 'Importo',
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
    summary: 'Obiettivo',
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
    summary: 'Rischio',
    short: true,
    options: optionsOf({ bassa: 'Bassa', media: 'Media', alta: 'Alta' }),
  },
  timeframe: {
    name: 'timeframe',
    question: 'Quando vorresti iniziare?',
    summary: 'Inizio',
    options: optionsOf({
      subito: 'Subito',
      settimana: 'Entro una settimana',
      mese: 'Entro un mese',
      futuro: 'Più avanti',
    }),
  },
} satisfies Record<string, Choice>

/** The four steps; every question in them must be answered. */
export const steps: { title: string; questions: (Choice | TextQuestion)[] }[] = [
  {
    title: 'Chi sei',
    questions: [
      { name: 'name', label: 'Nome e cognome', summary: 'Nome', autoComplete: 'name' },
      { name: 'phoneNumber', label: 'Telefono', summary: 'Telefono', autoComplete: 'tel' },
      choices.age,
    ],
  },
  {
    title: 'Che cosa fai',
    questions: [
      { name: 'email', label: 'Email', summary: 'Email', type: 'email', autoComplete: 'email' },
      {
        name: 'occupation',
        label: 'Occupazione',
        summary: 'Occupazione',
        autoComplete: 'organization-title',
      },
      choices.tradingExperience,
    ],
  },
  {
    title: 'Che cosa cerchi',
    questions: [choices.investmentAmount, choices.investmentGoal, choices.riskTolerance],
  },
  { title: 'Quando si parte', questions: [choices.timeframe] },
]

/** Whether a step (from 1) has all its answers; their content is not checked here. */
export const isComplete = (step: number, answers: Answers) =>
  steps[step - 1]?.questions.every(({ name }) => answers[name].trim() !== '') ?? false

/** The answers so far, in words, in the order of the questions. */
export function inWords(answers: Answers): [string, string][] {
  const textOf = (question: Choice | TextQuestion) => {
    const answer = answers[question.name].trim()
    if ('options' in question) return question.options.find(({ value }) => value === answer)?.label ?? ''
    return answer && question.name === 'phoneNumber'
      ? (withDialCode({ ...answers, phone: answer }) ?? '')
      : answer
  }
  return steps.flatMap(({ questions }) =>
    questions.map((question): [string, string] => [question.summary, textOf(question)]),
  )
}
