import type { ReplayedRow } from '@tba/events/replays/views.ts'
import { compare, NotLive } from '../comparison/comparison.ts'
import { type Folded, Folding, MadeOfOther } from '../comparison/folding.ts'
import { member } from '../engine/batch.ts'
import { readCatalogue } from '../engine/catalogue.ts'
import { type Connection, connect } from '../engine/connection.ts'
import { CannotGoOn, FoldFailed, WriteRefused } from '../engine/faults.ts'
import { readSkipped } from '../engine/parked.ts'
import { origin, type Projection } from '../engine/projection.ts'
import { rate } from '../engine/rate.ts'
import { projections } from '../projections.ts'
import { whileVerifying } from '../verifying.ts'
import { Fenced, type ReplayDeps, type Taken } from './deps.ts'
import { ReplayFailed, type Room } from './failure.ts'
import { createEmpty, readMadeOf, schemaOf } from './folded-tables.ts'
import { resultOf } from './result.ts'

type Playing = { name: string; taken: Taken; signal: AbortSignal }
type Played = { events: number; found: number }

/** An operator retries a parked stream now and then, not all the time. */
const mostOften = 3

/**
 * Folds a projection of this build beside the live one, as `npm run verify` does, and keeps the rows that differ. Goes on
 * where an earlier worker left its tables.
 */
export function playProjection(deps: ReplayDeps & Room, { name, taken, signal }: Playing): Promise<Played> {
  const projection = projections.find(known => known.name === name)
  if (!projection) throw new ReplayFailed('notLive', `this build has no projection ${name}`)
  return whileVerifying(deps.pool, async () => {
    for (let from = taken, times = 1; ; times += 1) {
      try {
        return await foldAndCompare(deps, projection, { taken: from, signal })
      } catch (error) {
        if (error instanceof NotLive) throw new ReplayFailed('notLive', error.message)
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
  const { log, pool, connectionString } = deps
  const made = taken.position === origin ? null : await readMadeOf(pool, taken)
  // Of another version, its columns may be others.
  if (made !== null && !made.startsWith(`${projection.name} ${projection.version} `)) throw new MadeOfOther()
  const left = made === null ? { ...taken, position: origin, done: 0 } : taken
  if (made === null) await createEmpty(connectionString, left, projection)
  const shapes = await readCatalogue(pool, projection, schemaOf(taken.id))
  const skipped = await readSkipped(pool, projection)
  const beside = member({ projection, tables: shapes, position: left.position, skipped })
  const connection = await connect(connectionString)
  try {
    const onMove = moving(connection, deps, taken)
    const folding = new Folding({
      ...{ log, connection, signal, onMove, member: beside },
      left: { done: left.done, made },
    })
    const result = resultOf(pool, { ...left, found: 0, chunks: 0 }, deps)
    await compare({
      ...{ pool, folding, shapes },
      async onPage({ differing }) {
        signal.throwIfAborted()
        for (const row of differing) result.add(`${JSON.stringify(withoutPeople(projection.name, row))}\n`, 1)
        await result.commit(folding)
      },
    })
    return { events: folding.done, found: result.found() }
  } finally {
    await connection.close()
  }
}

/** How far the tables are moves with them, in the row of the replay. */
function moving(connection: Connection, { assertRoom }: Room, { id, epoch }: Taken) {
  const measured = rate()
  return async ({ position, done, made }: Folded, count: number): Promise<void> => {
    assertRoom()
    const moved = await connection.query({
      name: 'move replay',
      text: `
        update jobs.replays set position = $3, done = $4, folded = $5, rate = $6, tries = 0, moved_at = now()
        where id = $1 and epoch = $2 and over_at is null returning 1`,
      values: [id, epoch, position, done, made, measured.with(count)],
    })
    if (moved.length === 0) throw new Fenced('another worker has this replay')
    measured.took(count)
  }
}

/**
 * Tables of these hold nothing about people: of all others, new ones too, only the names of the columns are shown in which
 * rows differ.
 */
const impersonal = ['tracking', 'settings', 'audit', 'history-views', 'funnels', 'replays']

function withoutPeople(projection: string, row: ReplayedRow): ReplayedRow {
  if (impersonal.includes(projection)) return row
  const names = new Set([...Object.keys(row.live ?? {}), ...Object.keys(row.replayed ?? {})])
  return { ...row, live: row.live && {}, replayed: row.replayed && {}, hidden: [...names].sort() }
}
