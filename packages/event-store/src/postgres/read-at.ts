import { arrayLiteral } from '../array-literal.ts'
import type { Position, Recorded } from '../port.ts'
import { placeOf } from './place.ts'
import { type Log, type Row, recorded } from './read-page.ts'
import { readAt as statement } from './statements.ts'

/** The events at these positions, by one statement; what is not there is left out. @throws {InvalidPosition} */
export async function readAt(log: Log, positions: readonly Position[]): Promise<Recorded[]> {
  const places = positions.map(position => placeOf(log.generation, position))
  if (places.length === 0) return []
  const rows = await log.connections.query<Row>(statement, [
    arrayLiteral(places.map(({ xid }) => String(xid))),
    arrayLiteral(places.map(({ position }) => String(position))),
  ])
  return rows.map(row => recorded(row, log.generation))
}
