import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { type Change, table } from './change.ts'
import type { Projection } from './projection.ts'

type Seat = { id: string; owner: string; moves: number }
const seats = table<Seat>('seats', 'id')

/** The same numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % sides
  }
}

function anyChange(roll: (sides: number) => number): Change {
  const id = `seat ${roll(4)}`
  const owner = `owner ${roll(3)}`
  const changes = [
    () => seats.put({ id, owner, moves: 0 }),
    () => seats.change(id, row => ({ ...row, moves: row.moves + 1 })),
    () => seats.change(id, row => ({ ...row, owner })),
    () => seats.fold(id, row => (row ? null : { id, owner, moves: 100 })),
    () => seats.remove(id),
    () => seats.erase('owner', owner),
    () => seats.erase('owner', owner, id),
  ]
  return (changes[roll(changes.length)] ?? changes[0])?.() as Change
}

test('however changes fall into batches, the rows come out the same', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const roll = dice(seed)
    const changes = Array.from({ length: 40 }, () => anyChange(roll))
    const projection: Projection = {
      name: 'seats',
      version: 1,
      sql: new URL('file:///seats.sql'),
      tables: [seats],
      on: { ConsentChosen: ({ data }) => changes[Number(data.choice)] ?? [] },
    }
    const events = changes.map((_, at) =>
      happened('ConsentChosen', { choice: String(at) as 'all' }, { stream: streams.visit('v') }),
    )
    expect(() => rowsAfter(projection, events)).not.toThrow()
  }
})
