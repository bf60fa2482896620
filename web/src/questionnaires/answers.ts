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

/** The required answers of each of the four steps. */
const required: AnswerName[][] = [
  ['name', 'phoneNumber', 'age'],
  ['email', 'occupation', 'tradingExperience'],
  ['investmentAmount', 'investmentGoal', 'riskTolerance'],
  ['timeframe'],
]
export const stepCount = required.length

/** Whether a step (from 1) has all required answers; their content is not checked here. */
export const isComplete = (step: number, answers: Answers) =>
  (required[step - 1] ?? []).every(name => answers[name].trim() !== '')
