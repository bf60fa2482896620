import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { questionnaires } from './questionnaires.projection.ts'

const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const stream = streams.questionnaire(id)
const answers = {
  name: 'Anna Bianchi',
  email: 'anna@example.com',
  phone: '333 1234567',
  countryCode: '+39',
  age: '26-35',
  occupation: 'Architetta',
  tradingExperience: 'nessuna',
  investmentAmount: '500-1000',
  investmentGoal: 'diversificazione',
  riskTolerance: 'bassa',
  timeframe: 'subito',
  contactMethod: 'call' as const,
  additionalInfo: null,
  source: 'https://example.com/questionnaire?method=call',
}

test('a questionnaire without its person’s key keeps its impersonal answers', () => {
  const [name, email, phone, countryCode, age, occupation, source] = Array(7).fill(null)
  const unreadable = { ...answers, name, email, phone, countryCode, age, occupation, source }
  expect(
    rowsAfter(questionnaires, [
      recordedEvent('QuestionnaireSubmitted', { ...unreadable, emailHash: 'hash' }, { stream }),
    ]),
  ).toMatchObject([{ name: null, source: null, timeframe: 'subito', contactMethod: 'call' }])
})
