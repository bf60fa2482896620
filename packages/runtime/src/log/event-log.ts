import { randomUUIDv7 } from 'node:crypto'
import type {
  Appended,
  CaughtUp,
  EventStore,
  Expected,
  FollowOptions,
  JsonObject,
  NewEvent,
  ReadAllOptions,
  ReadOptions,
  Recorded,
} from '@tba/event-store/port.ts'
import type { Metadata } from '@tba/events/event.ts'
import { type DomainEvent, shapeOf } from '@tba/events/registry.ts'
import { openData, sealData, sealedBox } from '../sealing/codec.ts'
import type { Keyring } from '../sealing/keyring.ts'

export type Envelope = Omit<Recorded, 'type' | 'data' | 'metadata'> & { metadata: Metadata }
/** An event as the product knows it: its shape of today, its personal fields open (or null, once erased). */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & Envelope

export type Context = Omit<Metadata, 'schemaVersion'>
/** `id` where the caller has one that a repeat will have too (a client's); else one is drawn. */
export type EventToRecord = DomainEvent & { id?: string; recordedAt?: string }

/** The log as the services use it: domain events in, domain events out, sealed in between. */
export interface EventLog {
  append(stream: string, events: readonly EventToRecord[], options: AppendOptions): Promise<Appended>
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>
  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[] | CaughtUp>
}

export type AppendOptions = { expected: Expected; context: Context }

const openAtOnce = 256

export function eventLog(store: EventStore, keyring: Keyring): EventLog {
  async function opened(batch: readonly Recorded[]): Promise<RecordedEvent[]> {
    const persons = new Set<string>()
    for (const { data } of batch) {
      const box = sealedBox(data)
      if (box) persons.add(box.person)
    }
    const keys = persons.size > 0 ? await keyring.opening([...persons]) : new Map()
    return batch.map(event => {
      const data = upcast(event.type, openData(event, event.data, keys), event.metadata)
      return { ...event, data } as unknown as RecordedEvent
    })
  }

  async function* openedInChunks(events: AsyncIterable<Recorded>): AsyncIterable<RecordedEvent> {
    let chunk: Recorded[] = []
    for await (const event of events) {
      if (chunk.push(event) < openAtOnce) continue
      yield* await opened(chunk)
      chunk = []
    }
    yield* await opened(chunk)
  }

  return {
    async append(stream, events, { expected, context }) {
      const metadataOf = metadataIn(context)
      const sealed: NewEvent[] = []
      for (const { id = randomUUIDv7(), recordedAt, ...event } of events) {
        const data = await sealData(keyring, { stream, id }, event as DomainEvent)
        const metadata = metadataOf(event.type)
        sealed.push({ id, type: event.type, data, metadata, ...(recordedAt ? { recordedAt } : {}) })
      }
      return store.append(stream, sealed, expected)
    },
    read: (stream, options) => openedInChunks(store.read(stream, options)),
    readAll: options => openedInChunks(store.readAll(options)),
    async *follow(options) {
      for await (const batch of store.follow(options)) yield 'caughtUp' in batch ? batch : await opened(batch)
    },
  }
}

/** One object for all events of a call that have the same: it is checked, serialised and sent once. */
function metadataIn(context: Context): (type: string) => JsonObject {
  const byVersion = new Map<number, JsonObject>()
  return type => {
    const { version: schemaVersion } = shapeOf(type)
    const metadata = byVersion.get(schemaVersion) ?? ({ ...context, schemaVersion } as JsonObject)
    byVersion.set(schemaVersion, metadata)
    return metadata
  }
}

function upcast(type: string, data: JsonObject, { schemaVersion }: JsonObject): JsonObject {
  const steps = shapeOf(type).upcasters.slice(Number(schemaVersion) - 1)
  return steps.reduce((old, step) => step(old), data)
}
