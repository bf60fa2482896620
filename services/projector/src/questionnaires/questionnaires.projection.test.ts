import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
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

test('a questionnaire is stored with all answers, and with its visit after consent', () => {
  const when = { stream, recordedAt: '2026-03-01T08:00:00.000Z', visitId: 'session_1' }
  const submitted = happened('QuestionnaireSubmitted', { ...answers, emailHash: 'hash' }, when)
  expect(rowsAfter(questionnaires, [submitted])).toEqual([
    {
      ...answers,
      id,
      createdAt: '2026-03-01T08:00:00.000Z',
      visitId: 'session_1',
      position: submitted.position,
      words: 'anna bianchi example com 333 1234567',
    },
  ])
})

test('an erased questionnaire disappears', () => {
  const events = [
    happened('QuestionnaireSubmitted', { ...answers, emailHash: 'hash' }, { stream }),
    happened('QuestionnaireErased', {}, { stream }),
  ]
  expect(rowsAfter(questionnaires, events)).toEqual([])
})

test('a questionnaire without its person’s key keeps its impersonal answers', () => {
  const [name, email, phone, countryCode, age, occupation, source] = Array(7).fill(null)
  const unreadable = { ...answers, name, email, phone, countryCode, age, occupation, source }
  expect(
    rowsAfter(questionnaires, [
      happened('QuestionnaireSubmitted', { ...unreadable, emailHash: 'hash' }, { stream }),
    ]),
  ).toMatchObject([{ name: null, source: null, timeframe: 'subito', contactMethod: 'call' }])
})
