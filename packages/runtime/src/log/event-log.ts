import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type {
  AppendResult,
  CaughtUp,
  EventStore,
  Expected,
  FollowOptions,
  JsonObject,
  NewEvent,
  ReadAllOptions,
  ReadOptions,
  StoredEvent,
} from '@tba/event-store/port.ts'
import type { Metadata } from '@tba/events/event.ts'
import { memoized } from '@tba/events/memoized.ts'
import { type DomainEvent, shapeOf } from '@tba/events/registry.ts'
import { personSealedFor, sealData } from '../sealing/codec.ts'
import type { Keyring, OpeningKeys } from '../sealing/keyring.ts'
import { EventUnreadable, isUnreadable, openEvent, type UnreadableEvent } from './open-event.ts'
import { isUnknownPerson } from './person-history.ts'

export type Envelope = Omit<StoredEvent, 'type' | 'data' | 'metadata'> & { metadata: Metadata }
/** An event in its current shape. Its personal fields are open, or null after an erasure. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & Envelope

/** For readers that continue after an event that this build cannot read. */
export type LoggedEvent = RecordedEvent | UnreadableEvent

/** `isRepeated`: the command may be in the log already, by its causation id. This is not recorded. */
export type Context = Omit<Metadata, 'schemaVersion'> & { isRepeated?: boolean }
/** The context of events that the product records by itself, or because of another event. */
export function systemContext(cause?: RecordedEvent): Context {
  const id = randomUUID()
  const { correlationId = id } = cause?.metadata ?? {}
  return { actor: 'system', correlationId, causationId: cause?.id ?? id }
}

/** `id`: the same for every retry of the call. A random one by default. */
export type EventToRecord = DomainEvent & { id?: string; recordedAt?: string }

/** The log as the services use it: domain events in and out, sealed in the store. */
export interface EventLog {
  append(stream: string, events: readonly EventToRecord[], options: AppendOptions): Promise<AppendResult>
  /** @throws {EventUnreadable} at the first event that this build cannot read */
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>
  /** @throws {EventUnreadable} */
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>
  /** For readers that need a single event, or envelopes only. */
  readTolerantly(stream: string, options?: ReadOptions): AsyncIterable<LoggedEvent>
  readAllTolerantly(options?: ReadAllOptions): AsyncIterable<LoggedEvent>
  follow(options: FollowOptions): AsyncIterable<readonly LoggedEvent[] | CaughtUp>
  /** Waits for running appends. @returns false if one still runs after this time */
  settled: EventStore['settled']
}

export type AppendOptions = { expected: Expected; context: Context }

const openBatchSize = 256

export function eventLog(store: EventStore, keyring: Keyring): EventLog {
  const keyOf = (person: string) => keyring.sealing(person, () => isUnknownPerson(store, person))

  async function keysFor(batch: readonly StoredEvent[]): Promise<OpeningKeys> {
    const persons = new Set<string>()
    for (const { data } of batch) {
      const person = personSealedFor(data)
      if (person !== null) persons.add(person)
    }
    return persons.size > 0 ? keyring.opening([...persons]) : new Map()
  }

  async function openBatch(batch: readonly StoredEvent[]): Promise<LoggedEvent[]> {
    const keys = await keysFor(batch)
    return batch.map(event => openEvent(event, keys) as LoggedEvent)
  }

  async function* openedInChunks(events: AsyncIterable<StoredEvent>): AsyncGenerator<LoggedEvent> {
    let chunk: StoredEvent[] = []
    for await (const event of events) {
      if (chunk.push(event) < openBatchSize) continue
      yield* await openBatch(chunk)
      chunk = []
    }
    yield* await openBatch(chunk)
  }

  return {
    async append(stream, events, { expected, context }) {
      return store.append(stream, await sealEvents(keyOf, { stream, events, context }), expected)
    },
    read: (stream, options) => throwOnUnreadable(openedInChunks(store.read(stream, options))),
    readAll: options => throwOnUnreadable(openedInChunks(store.readAll(options))),
    readTolerantly: (stream, options) => openedInChunks(store.read(stream, options)),
    readAllTolerantly: options => openedInChunks(store.readAll(options)),
    settled: withinMs => store.settled(withinMs),
    async *follow(options) {
      for await (const batch of store.follow(options))
        yield 'caughtUp' in batch ? batch : await openBatch(batch)
    },
  }
}

type AppendedEvents = { stream: string; events: readonly EventToRecord[]; context: Context }

/** The sealed events of an append, as the store takes them. */
export async function sealEvents(
  keyOf: Parameters<typeof sealData>[0],
  { stream, events, context }: AppendedEvents,
): Promise<NewEvent[]> {
  const metadataOf = metadataFactory(context)
  const newEvents: NewEvent[] = []
  for (const { id = randomUUIDv7(), recordedAt, ...event } of events) {
    const data = await sealData(keyOf, { stream, id }, event)
    const metadata = metadataOf(event.type)
    newEvents.push({ id, type: event.type, data, metadata, ...(recordedAt ? { recordedAt } : {}) })
  }
  return newEvents
}

/** Events of a call with the same metadata share one object. It is checked, serialised and sent once. */
function metadataFactory({ isRepeated: _, ...context }: Context): (type: string) => JsonObject {
  const inVersion = memoized((schemaVersion: number) => ({ ...context, schemaVersion }))
  return type => inVersion(shapeOf(type).version)
}

async function* throwOnUnreadable(events: AsyncIterable<LoggedEvent>): AsyncGenerator<RecordedEvent> {
  for await (const event of events) {
    if (isUnreadable(event)) throw new EventUnreadable(event)
    yield event
  }
}
