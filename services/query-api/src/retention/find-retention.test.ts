import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
import { findRetention } from './find-retention.ts'

test('a customer who entered before the clock stepped back over a Monday is counted', async () => {
  const at = (recordedAt: string) => ({ stream: streams.account('a'), recordedAt })
  const before = recordedFixture('AccountRegistered', at('2026-11-22T23:05:00.000Z'))
  const after = recordedFixture('PlanActivated', at('2026-11-22T22:55:00.000Z'))
  using copy = await copyOf([before, after])
  const week = { cohort: 'AccountRegistered', action: 'PlanActivated', asOf: after.position }
  const nowMs = Date.parse('2026-11-29T00:00:00.000Z')
  const { rows } = await copy.ask(reading =>
    findRetention(reading, { ...week, fromMs: 0, toMs: nowMs, nowMs }),
  )
  expect(rows).toEqual([
    { cohort: '2026-11-23', size: 1, weeks: [{ week: 0, count: 1, share: 100, running: true }] },
  ])
})
