import type { Position } from '@tba/event-store/port.ts'
import { type Member, member } from '@tba/projector/engine/batch.ts'
import { readCatalogue } from '@tba/projector/engine/catalogue.ts'
import { claimCheckpoints } from '@tba/projector/engine/checkpoints.ts'
import { follow, type Written } from '@tba/projector/engine/follow.ts'
import { origin, type Projection } from '@tba/projector/engine/projection.ts'
import { createVersion } from '@tba/projector/engine/version.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { createPool } from '@tba/runtime/postgres/pool.ts'
import type { Client } from 'pg'

export type Folding = {
  log: EventLog
  pool: Awaited<ReturnType<typeof createPool>>
  client: Client
  connectionString: string
}
export type Round = { eventsPerSecond: number; batches: Written[] }

/** Folds the log into empty tables, from its beginning to `goal`. */
export async function fold(
  { log, pool, client, connectionString }: Folding,
  projections: readonly Projection[],
  goal: Position,
): Promise<Round> {
  const members: Member[] = []
  for (const projection of projections) {
    const schema = `bench_${projection.name}`
    await createVersion(client, projection, { schema, note: '' })
    const tables = await readCatalogue(pool, projection, schema)
    const [claimed] = await claimCheckpoints(client, 'builds', [projection])
    members.push(member({ projection, tables, position: origin, epoch: claimed?.epoch ?? 1, isStrict: true }))
  }
  const batches: Written[] = []
  const startedAt = performance.now()
  const onBatch = (batch: Written) => batches.push(batch)
  const { signal } = new AbortController()
  await follow({ log, connectionString, ledger: 'builds', onBatch }, members, {
    signal,
    goal,
  })
  const seconds = (performance.now() - startedAt) / 1_000
  const events = batches.reduce((sum, { eventCount }) => sum + eventCount, 0)
  return { eventsPerSecond: Math.round(events / seconds), batches }
}

/** What the tables of a projection take that was folded here, largest first. */
export async function roomOf(
  client: Client,
  projection: string,
): Promise<{ table: string; bytes: number }[]> {
  const { rows } = await client.query<{ table: string; bytes: number }>(
    `select relname as table, pg_total_relation_size(oid)::int as bytes from pg_catalog.pg_class
     where relnamespace = $1::regnamespace and relkind = 'r' order by bytes desc`,
    [`bench_${projection}`],
  )
  return rows
}
