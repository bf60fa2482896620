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

test('a typed dial code wins over the chosen one', () => {
  const dials = ['333 1234567', '+41 44 668 18 00', '0041 44 668 18 00'].flatMap(phone =>
    rowsAfter(questionnaires, [
      recordedEvent('QuestionnaireSubmitted', { ...answers, phone, emailHash: 'hash' }, { stream }),
    ]).map(({ dial }) => dial),
  )
  expect(dials).toEqual(['+393331234567', '+41446681800', '+41446681800'])
})

test('a questionnaire without its person’s key keeps its impersonal answers', () => {
  const [name, email, phone, countryCode, age, occupation, source] = Array(7).fill(null)
  const unreadable = { ...answers, name, email, phone, countryCode, age, occupation, source }
  expect(
    rowsAfter(questionnaires, [
      recordedEvent('QuestionnaireSubmitted', { ...unreadable, emailHash: 'hash' }, { stream }),
    ]),
  ).toMatchObject([{ name: null, source: null, timeframe: 'subito', contactMethod: 'call' }])
})
