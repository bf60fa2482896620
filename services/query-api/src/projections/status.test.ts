import type { Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { statusOf } from './status.ts'
import type { StoredStatus } from './stored-status.ts'

const at = (number: number) =>
  `00000001-0000000000000001-${number.toString(16).padStart(16, '0')}` as Position
const live = {
  version: 2,
  position: at(500),
  eventCount: 500,
  eventsPerSecond: 20,
  idleSeconds: 0.1,
  movedAt: '2026-01-01T09:00:00.000Z',
  isLed: true,
}
const stored = (changed: Partial<StoredStatus>): StoredStatus => ({
  name: 'users',
  live,
  build: null,
  rebuild: null,
  lastRebuild: null,
  parked: [],
  ...changed,
})
const log = { first: at(1), head: at(1_001), lagMs: 0, lastEventAt: null }
const started = { ...live, position: at(251), eventCount: 200, startedFrom: origin, movedSeconds: 10 }
const waiting = { isDone: false, at: '2026-01-01T10:00:00.000Z', error: null }
const stateOf = (its: Partial<StoredStatus>, lagMs = 0) => statusOf(stored(its), { ...log, lagMs }).state

test('a projection that follows the log is live, even if no event comes and if it is far behind', () => {
  expect(stateOf({})).toBe('live')
  expect(stateOf({ live: { ...live, idleSeconds: 3_600 } })).toBe('live')
  // A new event after a quiet hour.
  expect(stateOf({ live: { ...live, idleSeconds: 3_600 } }, 20)).toBe('live')
  expect(stateOf({}, 600_000)).toBe('live')
})

test('a projection without progress before the end, or without a leader, stands still, with reason and time', () => {
  const still = (changed: Partial<StoredStatus>, lagMs = 0) => {
    const { state, standstill } = statusOf(stored(changed), { ...log, lagMs })
    expect(state).toBe('still')
    return standstill
  }
  const since = live.movedAt
  expect(still({ live: { ...live, idleSeconds: 6 } }, 6_000)).toEqual({ reason: 'unmoved', since })
  expect(still({ live: { ...live, isLed: false } })).toEqual({ reason: 'unled', since })
  expect(still({ live: null })).toEqual({ reason: 'unbuilt', since: null })
  expect(still({ live: { ...live, isLed: false }, rebuild: waiting })).toEqual({ reason: 'unled', since })
  expect(statusOf(stored({}), log).standstill).toBeNull()
})

test('a new version that is built beside one without a leader is no standstill', () => {
  expect(stateOf({ live: { ...live, isLed: false }, build: { ...started, version: 3 } })).toBe('building')
  expect(stateOf({ live: null, build: started })).toBe('building')
  // An older build of the product started it and left it.
  expect(stateOf({ build: { ...started, version: 1 } })).toBe('live')
  expect(stateOf({ build: { ...started, version: 3, isLed: false } })).toBe('live')
})

test('a rate is the current one', () => {
  const rate = (idleSeconds: number) =>
    statusOf(stored({ live: { ...live, idleSeconds } }), log).eventsPerSecond
  expect([rate(0), rate(5.1)]).toEqual([20, 0])
})

test('the remaining time of a build counts from its start or its last continuation', () => {
  const { build } = statusOf(stored({ build: started }), log)
  expect(build).toEqual({ version: 2, done: 200, percent: 25, eventsPerSecond: 20, secondsLeft: 30 })
  const resumed = { ...started, startedFrom: at(151) }
  expect(statusOf(stored({ build: resumed }), log).build?.secondsLeft).toBe(75)
  const unmoved = { ...started, startedFrom: at(251), movedSeconds: 0 }
  expect(statusOf(stored({ build: unmoved }), log).build?.secondsLeft).toBeNull()
})

test('a requested rebuild shows before it starts, and its failure after it ends', () => {
  expect(statusOf(stored({ rebuild: waiting }), log)).toMatchObject({
    state: 'building',
    build: { version: 2, done: 0, percent: 0, secondsLeft: null },
    failedRebuild: null,
  })
  const failed = { isDone: true, at: waiting.at, error: 'LeadSubmitted cannot be folded' }
  expect(statusOf(stored({ rebuild: failed }), log)).toMatchObject({
    state: 'live',
    build: null,
    failedRebuild: { at: waiting.at, error: 'LeadSubmitted cannot be folded' },
  })
})
