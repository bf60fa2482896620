import type { Position } from '@tba/event-store/port.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { DatabasePool } from 'slonik'
import { compare } from './comparison/comparison.ts'
import { Folding, MadeOfOther } from './comparison/folding.ts'
import { member } from './engine/batch.ts'
import { readCatalogue } from './engine/catalogue.ts'
import { connect } from './engine/connection.ts'
import { readSkipped } from './engine/parked.ts'
import { origin, type Projection } from './engine/projection.ts'
import { type Scratch, withScratch } from './engine/scratch.ts'
import { projections as all } from './projections.ts'
import { whileVerifying } from './verifying.ts'

export type VerifyDeps = {
  log: EventLog
  pool: DatabasePool
  connectionString: string
  projections?: readonly Projection[]
  /** Called often: what is being done, and how far that is. */
  onProgress?: (step: VerifyStep) => void
}

/** Rows that were compared, or events that were folded. */
export type VerifyStep = { name: string; counted: 'rows' | 'events'; count: number }

/** A live table, and the same table folded from the log up to the same position. */
export type Finding = {
  projection: string
  table: string
  position: Position
  /** Rows. */
  live: number
  folded: number
  differing: number
  isSame: boolean
}

/** An operator retries a parked stream now and then, not all the time. */
const mostOften = 3

/**
 * Compares every read table with what the log says. The projector may go on meanwhile.
 * @throws {NotLive}
 */
export function verify(deps: VerifyDeps): Promise<Finding[]> {
  const { pool, connectionString, projections = all } = deps
  return whileVerifying(pool, () =>
    withScratch(connectionString, async scratch => {
      const findings: Finding[] = []
      for (const projection of projections) {
        for (let time = 1; ; time += 1) {
          try {
            findings.push(...(await verifyOne(deps, scratch, projection)))
            break
          } catch (error) {
            if (!(error instanceof MadeOfOther) || time === mostOften) throw error
          }
        }
      }
      return findings
    }),
  )
}

async function verifyOne(
  { log, pool, connectionString, onProgress = () => {} }: VerifyDeps,
  scratch: Scratch,
  projection: Projection,
): Promise<Finding[]> {
  const shapes = await readCatalogue(pool, projection, await scratch.create(projection))
  const skipped = await readSkipped(pool, projection)
  const connection = await connect(connectionString)
  try {
    const beside = member({ projection, tables: shapes, position: origin, skipped })
    const onMove = async ({ done }: { done: number }) =>
      onProgress({ name: projection.name, counted: 'events', count: done })
    const folding = new Folding({ log, member: beside, connection, onMove })
    const found = new Map<string, { live: number; folded: number; differing: number }>()
    const position = await compare({
      ...{ pool, folding, shapes },
      onPage({ table, live, folded, differing }) {
        const before = found.get(table) ?? { live: 0, folded: 0, differing: 0 }
        const sum = {
          live: before.live + live,
          folded: before.folded + folded,
          differing: before.differing + differing.length,
        }
        found.set(table, sum)
        onProgress({ name: `read.${table}`, counted: 'rows', count: sum.live })
      },
    })
    return [...found].map(([table, sums]) => ({
      ...{ projection: projection.name, table, position, ...sums, isSame: sums.differing === 0 },
    }))
  } finally {
    await connection.close()
  }
}

export function lineOf({ projection, table, position, live, folded, differing, isSame }: Finding): string {
  const rows = isSame ? `${live} rows` : `${live} rows, ${folded} by the log, ${differing} differ`
  return `${isSame ? 'same   ' : 'DIFFERS'} ${projection} → read.${table}: ${rows} (at ${position || 'the beginning'})`
}

export function progressLineOf({ name, counted, count }: VerifyStep): string {
  return `Verifying ${name}: ${count.toLocaleString('en-US')} ${counted}…`
}
