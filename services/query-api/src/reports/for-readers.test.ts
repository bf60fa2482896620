import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { CountedPart } from '@tba/events/reports/views.ts'
import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import { forReaders } from './for-readers.ts'

const at = '2026-01-05T00:00:00.000Z'
const counted = { text: null, from: at, to: at, countedAt: at, position: 'p', failure: null }

const event = 'VisitStarted'
const funnel: FunnelDefinition = { by: 'visit', steps: [{ event }, { event }], windowSeconds: 60 }
const returning = { by: 'customer', entry: { event }, action: { event }, unit: 'week' } as const
const retention = { ...returning, mode: 'in', first: 'ever' } as const
const trend: TrendDefinition = { series: [{ event }], count: 'events', interval: 'day' }

test('retention is read without cohorts and groups under five', () => {
  const cohort = (size: number, ...counts: (number | null)[]) => ({ start: at, size, counts })
  const part: CountedPart = {
    ...counted,
    kind: 'retention',
    definition: { ...retention, segment: { id: 'x', revision: 0 } },
    result: {
      position: 'p',
      from: at,
      to: at,
      cohorts: [cohort(12, 5, 2, null)],
      groups: [
        { value: 'elite', cohorts: [cohort(6, 3, 1, null)] },
        { value: 'starter', cohorts: [cohort(4, 1, 1, null)] },
        { value: 'pro', cohorts: [cohort(2, 1, 0, null)] },
      ],
    },
  }
  const read = forReaders(part)
  expect(read.definition).toEqual(retention)
  expect(read.kind === 'retention' && read.result?.groups).toEqual([
    { value: 'elite', cohorts: [cohort(6, 3, 1, null)] },
    { value: 'Altri', cohorts: [cohort(6, 2, 1, null)] },
  ])
  const byReturn = forReaders({ ...part, definition: { ...retention, planAt: 'return' } })
  expect(byReturn.kind === 'retention' && byReturn.result).not.toHaveProperty('groups')
})

test('a funnel is read without its times, which are groups of a few', () => {
  const bins = [{ fromSeconds: 0, toSeconds: 10, count: 1 }]
  const result = { position: 'p', positionAt: null, from: at, to: at, steps: [], open: 0, times: bins }
  const read = forReaders({ ...counted, kind: 'funnel', definition: funnel, result })
  expect(read.result).toEqual({ ...result, times: undefined })
})

test('a part that could not be counted still says why', () => {
  const of = { ...counted, kind: 'trend', definition: trend } as const
  const failed = { ...of, result: null, failure: 'Troppi punti' }
  expect(forReaders(failed)).toEqual(failed)
})
