import { streams } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { daily } from './daily.projection.ts'

let visits = 0
const visited = (recordedAt: string) =>
  happened(
    'VisitStarted',
    { userAgent: null, referrer: null, address: null },
    { stream: streams.visit(`${++visits}`), recordedAt },
  )
const counted = async (events: RecordedEvent[]) => (await tablesAfter(daily, events)).daily_counts

const lead = {
  ...{ emailHash: 'h', name: null, email: null, phone: null },
  ...{ plan: 'elite' as const, depositEuro: 3000, message: null },
}

test('days begin at midnight in Rome, not in Greenwich', async () => {
  const events = [visited('2026-07-01T21:59:59.000Z'), visited('2026-07-01T22:00:00.000Z')]
  expect(await counted(events)).toMatchObject([
    { day: '2026-07-01', visits: 1 },
    { day: '2026-07-02', visits: 1 },
  ])
})

test('a day shows its visits, leads and questionnaires, those that were erased later too', async () => {
  const when = { stream: streams.lead('l'), recordedAt: '2026-03-01T08:00:00.000Z' }
  const events = [
    visited('2026-03-01T08:00:00.000Z'),
    happened('LeadSubmitted', lead, when),
    happened('LeadErased', {}, when),
  ]
  expect(await counted(events)).toEqual([{ day: '2026-03-01', visits: 1, leads: 1, questionnaires: 0 }])
})
