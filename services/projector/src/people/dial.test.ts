import { streams } from '@tba/events/streams.ts'
import { leads } from '../leads/leads.projection.ts'
import { questionnaires } from '../questionnaires/questionnaires.projection.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { rowsAfter } from '../testing/tables-after.ts'
import { dialOf } from './dial.ts'

test.each([
  ['333 1234567', '+39', '+393331234567'],
  ['06 6982 1234', '+39', '+390669821234'],
  ['+39 333 1234567', '+41', '+393331234567'],
  ['0039 333 1234567', '+41', '+393331234567'],
  ['39 333 1234567', '+39', '+393331234567'],
  ['+39 (0)6 6982 1234', '+39', '+390669821234'],
  ['020 7946 0958', '+44', '+442079460958'],
  ['\u202a+39\u00a0333\u200b123\u20114567\u202c', '+39', '+393331234567'],
  ['333/123.4567', null, '+393331234567'],
  ['+1 650 253 0000', null, '+16502530000'],
  ['12', '+39', null],
  ['chiamatemi', '+39', null],
  ['333 1234567', 'Italia', '+393331234567'],
  ['', '+39', null],
  [null, null, null],
])('%j with the chosen code %s is dialled as %s', (typed, code, dial) =>
  expect(dialOf(typed, code)).toBe(dial),
)

test.each([
  ['\u202a333 1234567\u202c', '+393331234567'],
  ['+41 44 668 18 00', '+41446681800'],
  ['333 1', null],
])('%j is kept as typed with the code +39, and beside it the number to dial', async (phone, dial) => {
  const lead = recordedFixture('LeadSubmitted', { stream: streams.lead('l') }, { phone })
  expect(await rowsAfter(leads, [lead])).toMatchObject([{ phone, dial }])
  const answers = { phone, countryCode: '+39' }
  const sent = recordedFixture('QuestionnaireSubmitted', { stream: streams.questionnaire('q') }, answers)
  expect(await rowsAfter(questionnaires, [sent])).toMatchObject([{ phone, dial }])
})
