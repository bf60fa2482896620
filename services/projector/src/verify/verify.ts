import type { Position } from '@tba/event-store/port.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { DatabasePool } from 'slonik'
import { connect } from '../engine/database/connection.ts'
import type { Projection } from '../engine/projection.ts'
import { projections as all } from '../projections.ts'
import { compareWithFold } from './comparison.ts'
import { type CreateScratch, withScratch } from './scratch.ts'
import { whileVerifying } from './verifying.ts'

export type VerifyDeps = {
  log: EventLog
  pool: DatabasePool
  connectionString: string
  projections?: readonly Projection[]
  /** Called often with the present step. */
  onProgress?: (step: VerifyStep) => void
}

/** The number of compared rows, or of folded events. */
export type VerifyStep = { name: string; counted: 'rows' | 'events'; count: number }

/** A live table, and the same table folded from the log up to the same position. */
export type Finding = {
  projection: string
  table: string
  position: Position
  /** Number of rows. */
  live: number
  folded: number
  differing: number
  isSame: boolean
}

/** Compares every read table with the log. The projector may run meanwhile. @throws {NotLive} */
export function verify(deps: VerifyDeps): Promise<Finding[]> {
  const { pool, connectionString, projections = all } = deps
  return whileVerifying(pool, () =>
    withScratch(connectionString, async create => {
      const findings: Finding[] = []
      for (const projection of projections) findings.push(...(await verifyOne(deps, create, projection)))
      return findings
    }),
  )
}

async function verifyOne(
  { log, pool, connectionString, onProgress = () => {} }: VerifyDeps,
  create: CreateScratch,
  projection: Projection,
): Promise<Finding[]> {
  const { name } = projection
  const found = new Map<string, { live: number; folded: number; differing: number }>()
  const connection = await connect(connectionString)
  try {
    const { position } = await compareWithFold({
      log,
      pool,
      connection,
      projection,
      tables: async () => ({ schema: await create(projection) }),
      onMove: async ({ done }) => onProgress({ name, counted: 'events', count: done }),
      onPage({ table, live, folded, differing }) {
        const sum = found.get(table) ?? { live: 0, folded: 0, differing: 0 }
        sum.live += live
        sum.folded += folded
        sum.differing += differing.length
        found.set(table, sum)
        onProgress({ name: `read.${table}`, counted: 'rows', count: sum.live })
      },
    })
    return [...found].map(([table, sums]) => ({
      projection: name,
      table,
      position,
      ...sums,
      isSame: sums.differing === 0,
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
