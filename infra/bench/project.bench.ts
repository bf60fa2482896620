import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { type Member, member } from '@tba/projector/engine/commit/batch.ts'
import { claimCheckpoints } from '@tba/projector/engine/commit/checkpoints.ts'
import { follow, type Written } from '@tba/projector/engine/follow/follow.ts'
import type { Projection } from '@tba/projector/engine/projection.ts'
import { readCatalogue } from '@tba/projector/engine/tables/catalogue.ts'
import { createVersion } from '@tba/projector/engine/versions/version.ts'
import { groups } from '@tba/projector/projections.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import pg from 'pg'
import { type Bench, type Figure, perSecond, rateOf } from './harness.ts'
import { customersDay, eventsOfVisit, visit } from './project/events.ts'
import { openPeer } from './project/peer.ts'
import {
  type BenchDatabase,
  type BenchResources,
  newBenchDatabase,
  openResources,
  startService,
} from './services.ts'

/**
 * The speed of the projector: each group alone, on a log of its own events, compared with emmett's projection. Also the duration
 * of its transactions, and the delay of the read tables at a steady rate.
 */
const eventsPerSecond = 2_000

export async function measure(bench: Bench): Promise<void> {
  const { opened, figure, size } = bench
  const [customers, visits] = [size(5_000, 50), size(4_000, 50)]
  const database = await newBenchDatabase(opened)
  const log = await openResources(database, opened)
  // Creates the projector's own tables.
  await (await startService('projector', database, opened)).stop()
  await log.sql.query('create database peer')
  // Fewer visits, because it is slow.
  const peer = await openPeer(new URL('/peer', database.url).href, size(250, 10))
  await perSecond(customers, number => customersDay(log.log, number + 1))
  const customersEnd = (await log.store.head()) as Position
  await perSecond(visits, number => visit(log.log, number))
  const visitsEnd = (await log.store.head()) as Position

  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  opened.defer(() => client.end())
  const [facts, tracking] = [figure('facts', 'events/s'), figure('tracking', 'events/s')]
  const emmett = figure('emmett', 'events/s')
  const open = figure('a transaction is open', 'ms', { max: 100 })
  const folding = { ...database, ...log, client, open }
  await bench.rounds(5, [
    async () => facts.values.push(await fold(folding, groups.facts, customersEnd)),
    async () => tracking.values.push(await fold(folding, groups.tracking, visitsEnd)),
    async () => emmett.values.push(await peer()),
  ])
  bench.ratio(facts, emmett)
  bench.ratio(tracking, emmett)
  const visible = figure(`visible at ${eventsPerSecond} events/s, after`, 'ms')
  await bench.rounds(5, [() => untilVisible({ database, log: log.log, client, opened, size }, visible)])
}

type Folding = BenchDatabase & Pick<BenchResources, 'log' | 'pool'> & { client: pg.Client; open: Figure }

/** Folds the log into empty tables, from its start to `goal`. @returns events per second */
async function fold(
  { log, pool, client, url, open }: Folding,
  projections: readonly Projection[],
  goal: Position,
): Promise<number> {
  const members: Member[] = []
  for (const projection of projections) {
    const schema = `bench_${projection.name}`
    await createVersion(client, projection, { schema, note: '' })
    const tables = await readCatalogue(pool, projection, schema)
    const [claimed] = await claimCheckpoints(client, 'builds', [projection])
    members.push(
      member({ projection, tables, position: origin, epoch: claimed?.epoch ?? 1, mayPark: () => false }),
    )
  }
  let events = 0
  const onBatch = ({ eventCount, transactionMs }: Written) => {
    events += eventCount
    open.values.push(transactionMs)
  }
  const { signal } = new AbortController()
  const following = { log, connectionString: url, checkpointTable: 'builds', onBatch } as const
  return rateOf(() => follow(following, members, { signal, goal }).then(() => events))
}

type Watched = Pick<Bench, 'opened' | 'size'> & { database: BenchDatabase; log: EventLog; client: pg.Client }

/**
 * From the response of an append of a whole visit until the read tables have it. Visits come at a steady rate, whether earlier
 * ones are answered or not.
 */
async function untilVisible({ database, log, client, opened, size }: Watched, { values }: Figure) {
  const projector = await startService('projector', database, opened)
  const names = new Set(groups.tracking.map(({ name }) => name))
  let [waiting, reached]: [{ position: Position; atMs: number }[], string] = [[], '']
  client.on('notification', ({ payload = '' }) => {
    const { position, projections } = JSON.parse(payload) as { position: Position; projections: string[] }
    if (!projections.some(name => names.has(name))) return
    reached = position
    const there = waiting.filter(each => each.position <= reached)
    values.push(...there.map(({ atMs }) => performance.now() - atMs))
    waiting = waiting.filter(each => each.position > reached)
  })
  await client.query('listen projected')
  const append = async () => {
    const position = await visit(log, Math.floor(Math.random() * 1e9))
    // It can be visible before the response arrives.
    if (position <= reached) values.push(0)
    else waiting.push({ position, atMs: performance.now() })
  }
  const appends: Promise<void>[] = []
  const visitsPerMs = eventsPerSecond / eventsOfVisit / 1_000
  const startMs = performance.now()
  for (let tookMs = 0; tookMs < size(15_000, 1_000); tookMs = performance.now() - startMs) {
    while (appends.length < tookMs * visitsPerMs) appends.push(append())
    await pause(2)
  }
  await Promise.all(appends)
  await pause(2_000)
  if (waiting.length > 0) throw new Error(`${waiting.length} visits were never seen in the read tables`)
  await client.query('unlisten projected')
  client.removeAllListeners('notification')
  await projector.stop()
}
