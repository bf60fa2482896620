import { setTimeout as pause } from 'node:timers/promises'
import { InvalidPosition } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { member } from '../engine/commit/batch.ts'
import { type Checkpoint, readCheckpoints } from '../engine/commit/checkpoints.ts'
import { readSkipped } from '../engine/parked/parked.ts'
import type { Projection } from '../engine/projection.ts'
import { readCatalogue, type TableShape } from '../engine/tables/catalogue.ts'
import { type Folded, Folding, FoldOutdated, type FoldTarget } from './folding.ts'
import { type Page, tablePages } from './table-pages.ts'

/** This build's version of a projection is not live, so there is nothing to compare. */
export class NotLive extends Error {
  override readonly name = 'NotLive'
}

type ComparisonOptions = Omit<FoldTarget, 'member' | 'left'> & {
  pool: DatabasePool
  projection: Projection
  /** The schema to fold into: from an earlier worker, or empty. `isAgain`: it has to be empty. */
  tables(isAgain: boolean): Promise<{ schema: string; left?: Folded | undefined }>
  onPage(page: Page, folded: Folded): Promise<void> | void
}

/** Operators rarely retry a parked stream. */
const maxAttempts = 3

/**
 * Folds a projection into tables beside the live ones, and compares them. Starts again if what was folded cannot be used.
 * @returns the position of the comparison, and the number of events. @throws {NotLive}
 */
export async function compareWithFold({ pool, projection, tables, onPage, ...into }: ComparisonOptions) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { schema, left = emptyFold } = await tables(attempt > 1)
      const shapes = await readCatalogue(pool, projection, schema)
      const skipped = await readSkipped(pool, projection)
      const target = member({ projection, tables: shapes, position: left.position, skipped })
      const folding = new Folding({ ...into, member: target, left })
      await compare({ pool, projection, shapes, onPage }, folding)
      return folding.at
    } catch (error) {
      const isUnusable = error instanceof FoldOutdated || error instanceof InvalidPosition
      if (!isUnusable || attempt === maxAttempts) throw error
    }
  }
}

const emptyFold = { position: origin, done: 0, sourceKey: null }

type Comparing = Pick<ComparisonOptions, 'pool' | 'projection' | 'onPage'> & {
  shapes: ReadonlyMap<string, TableShape>
}

/** Each round catches up with the live tables, and takes less time than the one before. */
const rounds = 3
const retryMs = 250
/** More than a minute. */
const maxStepWaits = 300

/**
 * Folds up to the position of the live version, and compares the tables. The live tables are read in one snapshot and may
 * change meanwhile. @throws {NotLive} {FoldOutdated} before the first page
 */
async function compare({ pool, projection, shapes, onPage }: Comparing, folding: Folding): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    await folding.upTo((await liveVersion(pool, projection)).position, pool)
  for (let time = 0; time < maxStepWaits; time += 1) {
    const isCompared = await inSnapshot(pool, async live => {
      const { inSteps, position } = await liveVersion(live, projection)
      // Tables and checkpoint agree again after the last step.
      if (inSteps) return false
      await folding.upTo(position, live)
      for (const shape of shapes.values())
        for await (const page of tablePages({ shape, live, folded: pool })) await onPage(page, folding.at)
      return true
    })
    if (isCompared) return
    await pause(retryMs)
  }
  throw new NotLive('a projector was stopped while it removed rows in steps: start it and let it finish')
}

/** @throws {NotLive} */
async function liveVersion(db: CommonQueryMethods, { name, version }: Projection): Promise<Checkpoint> {
  const live = (await readCheckpoints(db)).find(({ projection }) => projection === name)
  if (live?.version === version) return live
  throw new NotLive(`${name}: version ${version} cannot be compared, ${live?.version ?? 'none'} is live`)
}

const nothing = sql.type(z.unknown())

/**
 * It writes nothing, so it holds back no reader of the log. Opened by hand: the library's transactions forbid queries on other
 * connections, which fold the tables meanwhile.
 */
function inSnapshot<T>(pool: DatabasePool, work: (live: CommonQueryMethods) => Promise<T>): Promise<T> {
  return pool.connect(async connection => {
    await connection.query(nothing`begin isolation level repeatable read read only`)
    try {
      await connection.query(nothing`set local idle_in_transaction_session_timeout = '10min'`)
      return await work(connection)
    } finally {
      await connection.query(nothing`rollback`)
    }
  })
}
