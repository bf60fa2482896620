import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { TableShape } from '../engine/catalogue.ts'
import { type Checkpoint, readCheckpoints } from '../engine/checkpoints.ts'
import type { Projection } from '../engine/projection.ts'
import type { Folding } from './folding.ts'
import { type Page, tablePages } from './table-pages.ts'

/** The version that this build has of a projection is not live, so that there is nothing to compare. */
export class NotLive extends Error {
  override readonly name = 'NotLive'
}

export type Comparison = {
  pool: DatabasePool
  folding: Folding
  /** The tables that it folds into. */
  shapes: ReadonlyMap<string, TableShape>
  onPage(page: Page): Promise<void> | void
}

/** Rounds of catching up with the live tables before they are looked at: each takes less than the one before. */
const rounds = 3
const lookAgainMs = 250
/** A minute and more. */
const stepsWaitedFor = 300

/**
 * Folds up to where the live version stands, and compares the tables. The live ones are read in one snapshot, and go on
 * meanwhile. @returns the position at which they were compared. @throws {NotLive} {MadeOfOther}
 */
export async function compare({ pool, folding, shapes, onPage }: Comparison): Promise<Position> {
  const { projection } = folding
  for (let round = 0; round < rounds; round += 1)
    await folding.upTo((await liveVersion(pool, projection)).position, pool)
  for (let time = 0; time < stepsWaitedFor; time += 1) {
    const compared = await inSnapshot(pool, async live => {
      const { inSteps, position } = await liveVersion(live, projection)
      // Tables and checkpoint agree again when the last step is done.
      if (inSteps) return null
      await folding.upTo(position, live)
      for (const { name } of projection.tables) {
        const shape = shapes.get(name)
        if (!shape) continue
        for await (const page of tablePages({ shape, live, folded: pool })) await onPage(page)
      }
      return position
    })
    if (compared !== null) return compared
    await pause(lookAgainMs)
  }
  throw new NotLive(
    'a projector was stopped while it removed rows in steps: start it, and let it come to the end',
  )
}

/** @throws {NotLive} */
async function liveVersion(db: CommonQueryMethods, { name, version }: Projection): Promise<Checkpoint> {
  const live = (await readCheckpoints(db)).find(({ projection }) => projection === name)
  if (live?.version === version) return live
  throw new NotLive(`${name}: version ${version} is to be compared, ${live?.version ?? 'none'} is live`)
}

const nothing = sql.type(z.unknown())

/**
 * Without writes, it holds back no reader of the log. Begun by hand: the library's own transactions forbid the queries on
 * other connections by which the tables are folded meanwhile.
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
