import { readFile } from 'node:fs/promises'
import { origin } from '@tba/event-store/position.ts'
import { maxDifferingRows, type ReplayedRow } from '@tba/events/replays/views.ts'
import type { HeldReplay, ReplayOutcome } from '@tba/runtime/jobs/held-replay.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { putResult } from '@tba/runtime/storage/replay-results.ts'
import type { DatabasePool } from 'slonik'
import { atomically, type Connection } from '../../engine/database/connection.ts'
import { createTables } from '../../engine/versions/version.ts'
import { projections } from '../../projections.ts'
import { compareWithFold, NotLive } from '../../verify/comparison.ts'
import { whileVerifying } from '../../verify/verifying.ts'
import { type StoreProgress, schemaOf } from './stored-replay.ts'

type Playing = {
  log: EventLog
  pool: DatabasePool
  /** Also stores the progress, in the transactions that write the tables. */
  connection: Connection
  objects: Objects
  held: HeldReplay
  name: string
  storeProgress: StoreProgress
  signal: AbortSignal
}

/**
 * Folds a projection of this build beside the live one, like `npm run verify`, and keeps the first differing rows. Continues
 * with the tables of an earlier worker. @throws {NotLive}
 */
export function playProjection({ pool, objects, held, name, ...playing }: Playing): Promise<ReplayOutcome> {
  const { connection, signal, storeProgress } = playing
  const projection = projections.find(known => known.name === name)
  if (!projection) throw new NotLive(`this build has no projection ${name}`)
  const schema = schemaOf(held.id)
  const { position, done, folded: made } = held
  // Another version can have other columns.
  const isUsable = position !== origin && made?.startsWith(`${name} ${projection.version} `)
  let found = 0
  const lines: string[] = []
  return whileVerifying(pool, async () => {
    const compared = await compareWithFold({
      ...playing,
      pool,
      projection,
      async tables(isRepeated) {
        if (isUsable && !isRepeated) return { schema, left: { position, done, sourceKey: made } }
        const ddl = await readFile(projection.sql, 'utf8')
        const begin = async () => {
          // First, so that an earlier worker drops no tables of a later one.
          await storeProgress({ position: origin, done: 0, found: 0 })
          await createTables({ query: text => connection.query({ text }) }, schema, ddl)
        }
        await atomically(connection, begin, [])
        return { schema }
      },
      onMove: ({ sourceKey: folded, ...to }) => storeProgress({ ...to, folded, found }),
      async onPage({ differing }, at) {
        signal.throwIfAborted()
        found += differing.length
        for (const row of differing.slice(0, maxDifferingRows - lines.length))
          lines.push(JSON.stringify(withoutValues(name, row)))
        await storeProgress({ position: at.position, done: at.done, found })
      },
    })
    return { done: compared.done, found, result: await putResult(objects, lines) }
  })
}

/**
 * Tables of these projections hold nothing personal. For all others, also new ones, only the names of differing columns are
 * shown.
 */
const withoutPersonalData = ['tracking', 'settings', 'audit', 'history-views', 'funnels', 'saved', 'replays']

function withoutValues(projection: string, row: ReplayedRow): ReplayedRow {
  if (withoutPersonalData.includes(projection)) return row
  const names = new Set([...Object.keys(row.live ?? {}), ...Object.keys(row.replayed ?? {})])
  return { ...row, live: row.live && {}, replayed: row.replayed && {}, hidden: [...names].sort() }
}
