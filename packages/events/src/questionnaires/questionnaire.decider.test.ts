import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import type { QuestionnaireEvent } from './events.ts'
import { questionnaireDecider } from './questionnaire.decider.ts'

const { after } = specify(questionnaireDecider)

const questionnaire = {
  emailHash: 'hash',
  name: 'Anna',
  email: 'anna@example.com',
  phone: '333',
  countryCode: '+39',
  age: '30',
  occupation: '',
  tradingExperience: '',
  investmentAmount: '',
  investmentGoal: '',
  riskTolerance: '',
  timeframe: '',
  additionalInfo: '',
  source: '/',
  contactMethod: 'call' as const,
}
const submitted: QuestionnaireEvent = { type: 'QuestionnaireSubmitted', data: questionnaire }
const erased: QuestionnaireEvent = { type: 'QuestionnaireErased', data: {} }

test('a questionnaire counts once, is erased once, and does not come back', () => {
  const [submit, erase] = [
    { type: 'SubmitQuestionnaire', questionnaire },
    { type: 'EraseQuestionnaire' },
  ] as const
  after([], submit).records(submitted)
  after([submitted], submit).records()
  after([submitted], erase).records(erased)
  for (const command of [submit, erase]) after([submitted, erased], command).records()
  expect(fold(questionnaireDecider, [submitted, erased])).toBe('erased')
})
