import type { Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedEvent } from '../../testing/recorded-event.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { table } from '../change.ts'
import { ProjectionHalted } from '../database/faults.ts'
import type { Projection } from '../projection.ts'
import { type Batch, member, takeBatch } from './batch.ts'

const shape = { schema: '', name: 'tallies', columns: [], key: [] }
const at = (position = origin, projection: Projection = tally) =>
  member({ projection, tables: new Map([['tallies', shape]]), position })
const chosen = (visit: string) =>
  recordedEvent('ConsentChosen', { choice: 'all' }, { stream: streams.visit(visit) })
const events = [chosen('a'), chosen('b'), chosen('c')] as const
const end = recordedEvent('SessionClosed', { accountId: 'a' }, { stream: streams.session('s') }).position

test('a batch holds at most its limit of events, and the rest comes in the next', () => {
  const first = takeBatch([at()], { events, position: end }, 2)
  expect(first).toMatchObject({ eventCount: 2, changeCount: 2, position: events[1].position })
  const second = takeBatch([at(events[1].position)], first.rest ?? { events: [], position: end }, 2)
  expect(second).toMatchObject({ eventCount: 1, changeCount: 1, position: end, rest: null })
})

test('a batch accepts no more events after its limit of rows', () => {
  const twice: Projection = {
    ...tally,
    on: { ConsentChosen: event => [tally, tally].flatMap(({ on }) => on.ConsentChosen?.(event) ?? []) },
  }
  const batch = takeBatch([at(origin, twice)], { events, position: end }, 3)
  expect(batch).toMatchObject({ eventCount: 2, changeCount: 4 })
})

test('an event that changes more rows than the limit is a batch alone', () => {
  const batch = takeBatch([at(), at()], { events, position: end }, 1)
  expect(batch).toMatchObject({ eventCount: 1, changeCount: 2 })
})

test('an event whose rows must be searched begins a batch', () => {
  const searching: Projection = {
    ...tally,
    on: { ...tally.on, SessionClosed: () => table('tallies', 'id').erase('id', 'a') },
  }
  const closed = recordedEvent('SessionClosed', { accountId: 'a' }, { stream: streams.session('s') })
  const delivery = { events: [...events, closed], position: closed.position }
  const first = takeBatch([at(), at(origin, searching)], delivery, 10)
  expect(first).toMatchObject({ eventCount: 3, changeCount: 6, rest: { events: [closed] } })
  const second = takeBatch([at(events[2].position, searching)], first.rest ?? delivery, 10)
  expect(second).toMatchObject({ eventCount: 1, changeCount: 1, rest: null })
})

test('a projection skips the events that it has already folded', () => {
  const [ahead, behind] = [at(events[1].position), at()]
  const { parts } = takeBatch([ahead], { events, position: end }, 10)
  expect(parts.flatMap(({ steps }) => steps.map(({ event }) => event))).toEqual([events[2]])
  const { changeCount, taken } = takeBatch([ahead, behind], { events, position: end }, 10)
  expect([changeCount, [...taken.values()]]).toEqual([4, [3, 1]])
})

const foldedIn = (batch: Batch) => batch.parts.flatMap(({ steps }) => steps.map(({ event }) => event))

test('an event that an operator skipped is left out', () => {
  const skipping = { ...at(), skipped: new Set([events[1].id]) }
  expect(foldedIn(takeBatch([skipping], { events, position: end }, 10))).toEqual([events[0], events[2]])
})

test('a parked stream waits from its failed event on, until an erasure of its person frees it', () => {
  const stream = streams.visit('a')
  const erased = (id: string) => recordedEvent('AccountErased', {}, { stream: streams.account(id) })
  const [failed, other, waiting, own, after] = [
    chosen('a'),
    erased('b'),
    chosen('a'),
    erased('a'),
    chosen('a'),
  ]
  const delivery = { events: [events[0], failed, other, waiting, own, after], position: after.position }
  const parked = new Map([[stream, { position: failed.position, person: 'a' }]])
  const parking = { ...at(), parked }
  const batch = takeBatch([parking], delivery, 10)
  expect(foldedIn(batch)).toEqual([events[0], after])
  expect(batch.discarded).toEqual(new Map([[parking, new Set([stream])]]))
  expect(batch.taken.get(parking)).toBe(2)
})

test('an erasure in a parked stream is folded, except if it is what failed', () => {
  const erasing: Projection = {
    ...tally,
    on: { AccountErased: () => table('tallies', 'visit').erase('visit', 'a') },
  }
  const stream = streams.account('a')
  const erased = recordedEvent('AccountErased', {}, { stream })
  const folded = (position: Position) => {
    const parked = new Map([[stream, { position, person: 'a' }]])
    const delivery = { events: [erased], position: erased.position }
    return foldedIn(takeBatch([{ ...at(origin, erasing), parked }], delivery, 10))
  }
  expect([folded(events[0].position), folded(erased.position)]).toEqual([[erased], []])
})

test('a stretch of the log without events of interest is a batch without rows', () => {
  const nothing = { parts: [], discarded: new Map(), taken: new Map(), eventCount: 0, changeCount: 0 }
  const batch = takeBatch([at()], { events: [], position: end }, 10)
  expect(batch).toEqual({ ...nothing, position: end, rest: null })
})

test('an event that cannot be read or folded fails by name; one of a newer build halts the projection', () => {
  const [event] = events
  const taking = (projection: Projection, handed: object = event) =>
    takeBatch([at(origin, projection)], { events: [handed as typeof event], position: end }, 10)
  const unreadable = (reason: string) => ({ ...event, unreadable: { reason, message: 'version 9' } })
  expect(() => taking(tally, unreadable('newer-version'))).toThrow(
    new ProjectionHalted(tally.name, 'version 9'),
  )
  const broken: Projection = {
    ...tally,
    on: {
      ConsentChosen: () => {
        throw new Error('no such choice')
      },
    },
  }
  const wrong = { name: 'FoldFailed', projection: tally.name }
  expect(caught(() => taking(tally, unreadable('damaged')))).toMatchObject(wrong)
  expect(caught(() => taking(broken))).toMatchObject({ ...wrong, cause: new Error('no such choice') })
  const lost: Projection = { ...tally, on: { ConsentChosen: () => table('others', 'id').erase('id', 'a') } }
  expect(() => taking(lost)).toThrow(`${tally.name} has no table others`)
})

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
