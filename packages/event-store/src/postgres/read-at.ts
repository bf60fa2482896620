import { arrayLiteral } from '../array-literal.ts'
import type { Position, Recorded } from '../port.ts'
import { parsePosition } from './log-position.ts'
import { type Log, type Row, recorded } from './read-page.ts'
import { readAt as statement } from './statements.ts'

/** The events at these positions, in one statement. Missing ones are left out. @throws {InvalidPosition} */
export async function readAt(log: Log, positions: readonly Position[]): Promise<Recorded[]> {
  const logPositions = positions.map(position => parsePosition(log.generation, position))
  if (logPositions.length === 0) return []
  const rows = await log.connections.query<Row>(statement, [
    arrayLiteral(logPositions.map(({ xid }) => String(xid))),
    arrayLiteral(logPositions.map(({ position }) => String(position))),
  ])
  return rows.map(row => recorded(row, log.generation))
}
