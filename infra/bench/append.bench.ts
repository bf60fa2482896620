import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import { openEventStore } from '@tba/event-store/open.ts'
import type { EventStore, NewEvent } from '@tba/event-store/port.ts'
import { type Bench, perSecond } from './harness.ts'
import { newBenchDatabase, openPool } from './services.ts'

/**
 * Appends of one event per second, from 64 callers: the log, one INSERT into the same table, emmett, and EventStoreDB if
 * EVENTSTORE_URL names one. All on one PostgreSQL, with the same events.
 */
const connections = 16
const insert =
  'insert into log.events (stream, revision, event_id, type, data, metadata) values ($1, 0, $2, $3, $4, $5)'

type Append = (event: NewEvent) => Promise<unknown>

export async function measure({ compare, opened }: Bench): Promise<void> {
  const { url } = await newBenchDatabase(opened)
  const other = process.env.EVENTSTORE_URL
  const candidate = (name: string, append: Append, min = 0) => ({
    name,
    wanted: { min },
    run: () => appendsPerSecond(append),
  })
  await compare('appends/s', [
    candidate('this log', await intoLog(url)),
    candidate(`single INSERTs, ${connections} connections`, singly(), 2),
    candidate(`emmett, ${connections} connections`, await intoEmmett(), 6),
    ...(other ? [candidate('EventStoreDB', await intoLog(other))] : []),
  ])

  async function intoLog(url: string) {
    const store = await openEventStore({ url })
    opened.defer(() => store.close())
    return into(store)
  }

  function singly(): Append {
    const pool = openPool(url, opened, connections)
    return ({ id, type, data, metadata }) => {
      const values = [`bench-${id}`, id, type, JSON.stringify(data), JSON.stringify(metadata)]
      return pool.query({ name: 'single insert', text: insert, values })
    }
  }

  async function intoEmmett(): Promise<Append> {
    const pool = openPool(url, opened, connections)
    const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } })
    await store.schema.migrate()
    const options = { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' } as const
    return ({ id, type, data, metadata }) =>
      store.appendToStream(`bench-${id}`, [{ type, data, metadata }], options)
  }
}

const appendsARound = 4_000

/** About 300 bytes, like most events. */
function someEvent(): NewEvent {
  const [id, correlationId, causationId] = [randomUUIDv7(), randomUUID(), randomUUID()]
  const text = randomBytes(60).toString('hex')
  const data = {
    eventType: 'click',
    elementId: null,
    elementText: null,
    page: '/',
    additionalData: null,
    text,
  }
  const metadata = { actor: 'visitor', correlationId, causationId, schemaVersion: 1 }
  return { id, type: 'InteractionTracked', data, metadata }
}

/** Appends of one event per second, from 64 callers. */
export function appendsPerSecond(append: (event: NewEvent) => Promise<unknown>): Promise<number> {
  return perSecond(appendsARound, () => append(someEvent()))
}

export const into = (store: EventStore) => (event: NewEvent) =>
  store.append(`visit-session_0_${event.id}`, [event], 'no_stream')
