import type { Position } from '@tba/event-store/port.ts'
import { expect, test } from 'vitest'
import { keeperStatusOf, type SavedStanding } from './keeper-status.ts'

const at = (number: number) =>
  `00000001-0000000000000001-${number.toString(16).padStart(16, '0')}` as Position
const kept: SavedStanding = {
  asOf: null,
  savedSeconds: 3_600,
  position: at(500),
  idleSeconds: 0.1,
  isGivenUp: false,
}
const waiting: SavedStanding = { ...kept, position: null, idleSeconds: null }
type Standing = { saved: SavedStanding[]; isLed?: boolean; lagMs?: number }
const statusOf = ({ saved, isLed = true, lagMs = 0 }: Standing) =>
  keeperStatusOf({ isLed, history: at(600), saved }, async () => lagMs)

test('saved funnels that are counted on are as far as the slowest of them, and as late as that one', async () => {
  const saved = [kept, { ...kept, position: at(400) }]
  const lags = (position: Position) => Promise.resolve(position === at(400) ? 4_000 : 0)
  expect(await keeperStatusOf({ isLed: true, history: at(600), saved }, lags)).toEqual({
    ...{ state: 'live', position: at(400), lagMs: 4_000 },
    funnels: { live: 2, building: 0, givenUp: 0 },
  })
})

test('they stand still where nobody counts, and where one neither moves nor has reached the end', async () => {
  expect((await statusOf({ saved: [kept], isLed: false })).state).toBe('still')
  expect((await statusOf({ saved: [waiting], isLed: false })).state).toBe('still')
  const idle = { ...kept, position: at(400), idleSeconds: 6 }
  expect((await statusOf({ saved: [kept, idle], lagMs: 6_000 })).state).toBe('still')
  // Nothing has come for an hour.
  expect((await statusOf({ saved: [{ ...kept, idleSeconds: 3_600 }] })).state).toBe('live')
  expect((await statusOf({ saved: [idle], lagMs: 20 })).state).toBe('live')
})

test('one that was saved this moment waits for whoever counts, and is no standstill', async () => {
  const saved = [{ ...waiting, savedSeconds: 1 }]
  expect(await statusOf({ saved, isLed: false })).toEqual({
    ...{ state: 'building', position: null, lagMs: 0 },
    funnels: { live: 0, building: 1, givenUp: 0 },
  })
})

test('one that is too much to be kept, and one that looks at another log, hold nothing up', async () => {
  const elsewhere = { ...waiting, asOf: '00000002-0000000000000001-0000000000000001' }
  const saved = [kept, { ...waiting, isGivenUp: true }, elsewhere]
  expect(await statusOf({ saved })).toMatchObject({
    ...{ state: 'live', funnels: { live: 1, building: 0, givenUp: 1 } },
  })
})
