import { streams } from '@tba/events/streams.ts'
import fc from 'fast-check'
import { recordedEvent } from '../../testing/recorded-event.ts'
import { rowsAfter } from '../../testing/tables-after.ts'
import { type Change, table } from '../change.ts'
import type { Projection } from '../projection.ts'

type Seat = { id: string; owner: string; moves: number }
const seats = table<Seat>('seats', 'id')

const id = fc.constantFrom('seat 1', 'seat 2', 'seat 3')
const owner = fc.constantFrom('ada', 'bob')
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ id, owner }).map(seat => seats.put({ ...seat, moves: 0 })),
  id.map(of => seats.change(of, row => ({ ...row, moves: row.moves + 1 }))),
  fc.record({ id, owner }).map(seat => seats.change(seat.id, row => ({ ...row, owner: seat.owner }))),
  fc.record({ id, owner }).map(seat => seats.fold(seat.id, row => (row ? null : { ...seat, moves: 100 }))),
  id.map(of => seats.remove(of)),
  owner.map(of => seats.erase('owner', of)),
  fc.record({ id, owner }).map(seat => seats.erase('owner', seat.owner, seat.id)),
)

test('the rows do not depend on the batches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), async changes => {
      const events = changes.map(() =>
        recordedEvent('ConsentChosen', { choice: 'all' }, { stream: streams.visit('v') }),
      )
      const changeOf = new Map(events.map(({ position }, at) => [position, changes[at]]))
      const projection: Projection = {
        name: 'seats',
        version: 1,
        sql: new URL('file:///seats.sql'),
        tables: [seats],
        on: { ConsentChosen: ({ position }) => changeOf.get(position) ?? [] },
      }
      await rowsAfter(projection, events)
    }),
    { numRuns: 500 },
  )
})
