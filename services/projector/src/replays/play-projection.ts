import type { Position } from '@tba/event-store/port.ts'
import type { CommonQueryMethods, DatabasePool } from 'slonik'
import { sql } from 'slonik'
import { z } from 'zod'
import { member } from '../engine/batch.ts'
import { readCatalogue } from '../engine/catalogue.ts'
import { readCheckpoints } from '../engine/checkpoints.ts'
import { connect } from '../engine/connection.ts'
import { CannotGoOn, FoldFailed, WriteRefused } from '../engine/faults.ts'
import { readSkipped } from '../engine/parked.ts'
import { origin, type Projection } from '../engine/projection.ts'
import { projections } from '../projections.ts'
import { whileVerifying } from '../verifying.ts'
import type { ReplayDeps } from './deps.ts'
import { differingRows } from './differing-rows.ts'
import { ReplayFailed, type Room } from './failure.ts'
import { createAnew, readMadeOf, schemaOf } from './folded-tables.ts'
import { Folding, MadeOfOther } from './folding.ts'
import { resultOf } from './result.ts'
import type { Taken } from './taken.ts'
import { withoutPeople } from './without-people.ts'

type Playing = { name: string; taken: Taken; signal: AbortSignal }
type Played = { events: number; found: number }

/** Rounds of catching up with the live tables before they are looked at: each takes less than the one before. */
const rounds = 3
/** An operator retries a parked stream now and then, not all the time. */
const mostOften = 3

/**
 * Folds a projection of this build beside the live one, up to where that stands, and keeps the rows that differ. The live
 * tables are read in one snapshot, and go on meanwhile. Goes on where an earlier worker left its tables.
 */
export function playProjection(deps: ReplayDeps & Room, { name, taken, signal }: Playing): Promise<Played> {
  const projection = projections.find(known => known.name === name)
  if (!projection) throw new ReplayFailed('notLive', `this build has no projection ${name}`)
  return whileVerifying(deps.pool, async () => {
    for (let from = taken, times = 1; ; times += 1) {
      try {
        return await foldAndCompare(deps, projection, { taken: from, signal })
      } catch (error) {
        if (error instanceof FoldFailed || error instanceof WriteRefused || error instanceof CannotGoOn)
          throw new ReplayFailed('unfoldable', error.message)
        if (!(error instanceof MadeOfOther) || times === mostOften) throw error
        from = { ...taken, position: origin, done: 0 }
      }
    }
  })
}

async function foldAndCompare(
  deps: ReplayDeps & Room,
  projection: Projection,
  { taken, signal }: Omit<Playing, 'name'>,
): Promise<Played> {
  const { pool, connectionString } = deps
  const made = taken.position === origin ? null : await readMadeOf(pool, taken)
  const left = made === null ? { ...taken, position: origin, done: 0 } : taken
  // Of another version, its columns may be others.
  if (made !== null && !made.startsWith(`${projection.name} ${projection.version} `)) throw new MadeOfOther()
  if (made === null) await createAnew(connectionString, left, projection)
  const shapes = await readCatalogue(pool, projection, schemaOf(taken.id))
  const skipped = await readSkipped(pool, projection)
  const anew = member({ projection, tables: shapes, position: left.position, skipped })
  const connection = await connect(connectionString)
  try {
    const folding = new Folding(deps, { taken: left, anew, connection, signal, made })
    for (let round = 0; round < rounds; round += 1) await folding.upTo(await liveAt(pool, projection), pool)
    return await inSnapshot(pool, async live => {
      await folding.upTo(await liveAt(live, projection), live)
      const { done, position } = folding
      const result = resultOf(pool, { ...left, done, position, found: 0, chunks: 0 }, deps)
      for (const { name: table, isLoose } of projection.tables) {
        const shape = shapes.get(table)
        if (!shape || isLoose) continue
        for await (const rows of differingRows({ shape, live, folded: pool })) {
          signal.throwIfAborted()
          for (const row of rows) result.add(`${JSON.stringify(withoutPeople(projection.name, row))}\n`, 1)
          await result.commit({ position, done })
        }
      }
      return { events: done, found: result.found() }
    })
  } finally {
    await connection.close()
  }
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

async function liveAt(
  db: Parameters<typeof readCheckpoints>[0],
  { name, version }: Projection,
): Promise<Position> {
  const live = (await readCheckpoints(db)).find(({ projection }) => projection === name)
  if (live?.version !== version)
    throw new ReplayFailed(
      'notLive',
      `${name}: version ${version} is not live, ${live?.version ?? 'none'} is`,
    )
  if (live.inSteps)
    throw new ReplayFailed('notLive', `${name}: rows are just being removed in steps, ask again later`)
  return live.position
}
