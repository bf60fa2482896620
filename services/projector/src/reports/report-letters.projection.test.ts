import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { rowsAfter } from '../testing/tables-after.ts'
import { reportLetters } from './report-letters.projection.ts'

const at = (minute: number) => ({
  stream: streams.reportLetter('7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02'),
  recordedAt: `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
})
const ordered = recordedFixture('ReportLetterOrdered', at(0))
const from = '2026-01-04T23:00:00.000Z'

test('an address waits until it is confirmed, and its hour counts from then on', async () => {
  expect(await rowsAfter(reportLetters, [ordered])).toMatchObject([
    { state: 'waiting', since: at(0).recordedAt, due: null, log: [] },
  ])
  const confirmed = recordedFixture('ReportLetterConfirmed', at(1))
  expect(await rowsAfter(reportLetters, [ordered, confirmed])).toMatchObject([
    { state: 'active', since: at(1).recordedAt },
  ])
})

test('the last twenty answers are kept, newest first, and why it ended', async () => {
  const answers = Array.from({ length: 22 }, (_, minute) =>
    recordedFixture('ReportLetterAnswered', at(minute + 2), { refusal: minute }),
  )
  const due = recordedFixture('ReportLetterDue', at(1))
  const ended = recordedFixture('ReportLetterEnded', at(30))
  const [row] = await rowsAfter(reportLetters, [ordered, due, ...answers, ended])
  expect(row).toMatchObject({
    due: from,
    dueAt: at(1).recordedAt,
    answered: from,
    state: 'ended',
    why: 'refused',
  })
  const log = row?.log as { refusal: number; at: string }[]
  expect(log).toHaveLength(20)
  expect(log[0]).toEqual({ from, refusal: 21, at: at(23).recordedAt })
})

test('an erased address leaves no row, nor does a deleted report', async () => {
  const erased = recordedFixture('ReportLetterErased', at(1))
  const { report } = ordered.data as { report: string }
  const deleted = recordedFixture('DefinitionDeleted', { ...at(1), stream: streams.saved(report) })
  for (const event of [erased, deleted]) expect(await rowsAfter(reportLetters, [ordered, event])).toEqual([])
})
