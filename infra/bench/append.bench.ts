/**
 * How many appends a second the log takes from 64 callers: micro-batched, compared to one INSERT per append over a pool.
 * Both write the same events to the same table of a PostgreSQL of their own, alternately. Then how long the largest
 * batches take, since readers of the log wait for them.
 *
 *     CONNECTIONS=16 npm run bench -- append
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { maxAppendBytes, maxAppendEvents } from '@tba/event-store/check-append.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { EventStore, NewEvent } from '@tba/event-store/port.ts'
import { packedEvent } from '@tba/event-store/postgres/packed-event.ts'
import { packedName } from '@tba/event-store/postgres/stream-name.ts'
import { singleInsert } from '@tba/event-store/postgres/testing/single-insert.ts'
import pg from 'pg'
import { callers, perSecond, someEvent } from './appends.ts'
import { startServer } from './server.ts'

const rounds = 7
const connections = Number(process.env.CONNECTIONS ?? 16)

const cluster = await startServer()
const store = await openEventStore({ url: cluster.connectionString })
/** The one that all its events have. */
let shape = 0
const pool = new pg.Pool({ connectionString: cluster.connectionString, max: connections })
// It resolves its end before its sockets are closed; the server's own end then finds them open.
pool.on('error', () => {})
try {
  const batched = (event: NewEvent) => store.append(`bench-${event.id}`, [event], 'no_stream')
  await perSecond(batched)
  shape = (await pool.query('select id from log.shapes')).rows[0].id
  await perSecond(inserted)
  const speeds = { batched: [] as number[], inserted: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    speeds.batched.push(await perSecond(batched))
    speeds.inserted.push(await perSecond(inserted))
  }
  const [fast, plain] = [median(speeds.batched), median(speeds.inserted)]
  console.log(`appends/s, ${callers} callers, medians of ${rounds} rounds by turns`)
  console.log(`  micro-batches                   ${fast.toFixed(0)}   (${spread(speeds.batched)})`)
  console.log(
    `  single INSERTs, ${connections} connections  ${plain.toFixed(0)}   (${spread(speeds.inserted)})`,
  )
  console.log(`  ratio                           ${(fast / plain).toFixed(2)}`)
  console.log(`greatest batch, ${rounds} times, median (least to most) ms`)
  console.log(`  ${maxAppendEvents} events            ${await greatest(store, manyEvents)}`)
  console.log(`  ${maxAppendBytes} bytes          ${await greatest(store, manyBytes)}`)
} finally {
  await pool.end()
  await store.close()
  await cluster.destroy()
}

/** Packed as the adapter does it: both have the same rows to write. */
function inserted({ id, type, data, metadata }: NewEvent): Promise<unknown> {
  const [stream, texts] = [`bench-${id}`, { data: JSON.stringify(data), metadata: JSON.stringify(metadata) }]
  const { correlationId, causationId, payload } = packedEvent(stream, { type, ...texts })
  return pool.query({
    name: 'single insert',
    text: singleInsert,
    values: [packedName(stream), id, shape, correlationId, causationId, payload],
  })
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
