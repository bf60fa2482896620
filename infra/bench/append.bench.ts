/**
 * How many appends a second the log takes from 64 callers: against one INSERT an append into the same table, against
 * @event-driven-io/emmett-postgresql, and against EventStoreDB where EVENTSTORE_URL names one. All on one PostgreSQL, in
 * turns, with the same events and as many connections. Then how long the largest batches take, since readers wait for them.
 *
 *     CONNECTIONS=16 npm run bench -- append
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import { maxAppendBytes, maxAppendEvents } from '@tba/event-store/check-append.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { EventStore, NewEvent } from '@tba/event-store/port.ts'
import { singleInsert } from '@tba/event-store/postgres/testing/single-insert.ts'
import pg from 'pg'
import { callers, perSecond, someEvent } from './appends.ts'
import { startServer } from './server.ts'

const rounds = 7
const connections = Number(process.env.CONNECTIONS ?? 16)

type Peer = {
  name: string
  append(event: NewEvent): Promise<unknown>
  /** How many times its speed is to be reached. */
  reach?: number
  speeds: number[]
}

const cluster = await startServer()
const opened = new AsyncDisposableStack()
try {
  const store = await openEventStore({ url: cluster.connectionString })
  opened.defer(() => store.close())
  const ours = { name: 'this log', append: into(store), speeds: [] }
  const peers = [await rawInserts(), await emmett(), ...(await eventStoreDb())]
  await inTurns([ours, ...peers])
  console.log(`appends/s, ${callers} callers, medians of ${rounds} rounds in turns`)
  for (const peer of [ours, ...peers])
    console.log(`  ${peer.name.padEnd(32)} ${median(peer.speeds).toFixed(0)}   (${spread(peer.speeds)})`)
  console.log('times as fast, median of the rounds')
  for (const peer of peers) compare(ours, peer)
  console.log(`greatest batch, ${rounds} times, median (least to most) ms`)
  console.log(`  ${maxAppendEvents} events            ${await greatest(store, manyEvents)}`)
  console.log(`  ${maxAppendBytes} bytes          ${await greatest(store, manyBytes)}`)
} finally {
  await opened.disposeAsync()
  await cluster.destroy()
}

function into(store: EventStore): Peer['append'] {
  return event => store.append(`bench-${event.id}`, [event], 'no_stream')
}

function pool(): pg.Pool {
  const pool = new pg.Pool({ connectionString: cluster.connectionString, max: connections })
  // It resolves its end before its sockets are closed; the server's own end then finds them open.
  pool.on('error', () => {})
  opened.defer(() => pool.end())
  return pool
}

async function rawInserts(): Promise<Peer> {
  const inserting = pool()
  return {
    name: `single INSERTs, ${connections} connections`,
    append: ({ id, type, data, metadata }) =>
      inserting.query({
        name: 'single insert',
        text: singleInsert,
        values: [`bench-${id}`, id, type, JSON.stringify(data), JSON.stringify(metadata)],
      }),
    reach: 2,
    speeds: [],
  }
}

async function emmett(): Promise<Peer> {
  const store = getPostgreSQLEventStore(cluster.connectionString, { connectionOptions: { pool: pool() } })
  await store.schema.migrate()
  return {
    name: `emmett, ${connections} connections`,
    append: ({ id, type, data, metadata }) =>
      store.appendToStream(`bench-${id}`, [{ type, data, metadata }], {
        expectedStreamVersion: 'STREAM_DOES_NOT_EXIST',
      }),
    reach: 6,
    speeds: [],
  }
}

async function eventStoreDb(): Promise<Peer[]> {
  const url = process.env.EVENTSTORE_URL
  if (!url) return []
  const store = await openEventStore({ url })
  opened.defer(() => store.close())
  return [{ name: 'EventStoreDB', append: into(store), speeds: [] }]
}

/** The first round warms all of them up, and is not counted. */
async function inTurns(peers: readonly Peer[]): Promise<void> {
  for (let round = 0; round <= rounds; round++)
    for (const { append, speeds } of round % 2 ? peers.toReversed() : peers) {
      const speed = await perSecond(append)
      if (round > 0) speeds.push(speed)
    }
}

/** Of the same round, since a busy machine changes its mind from one to the next. */
function compare(ours: Peer, { name, speeds, reach }: Peer): void {
  const ratio = median(ours.speeds.map((speed, round) => speed / (speeds[round] as number)))
  const isMissed = reach !== undefined && ratio < reach
  const wanted = reach === undefined ? '' : `  (at least ${reach.toFixed(1)})`
  console.log(`  ${name.padEnd(32)} ${ratio.toFixed(2)}${wanted}${isMissed ? '  MISSED' : ''}`)
  if (isMissed) process.exitCode = 1
}

function manyEvents(): NewEvent[] {
  return Array.from({ length: maxAppendEvents }, () => someEvent())
}

function manyBytes(): NewEvent[] {
  return [someEvent(randomBytes(maxAppendBytes / 2 - 512).toString('hex'))]
}

async function greatest(into: EventStore, events: () => NewEvent[]): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const batch = events()
    const start = performance.now()
    await into.append(`bench-${randomUUID()}`, batch, 'no_stream')
    times.push(performance.now() - start)
  }
  return `${median(times).toFixed(0)}   (${spread(times)})`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function spread(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`
}
