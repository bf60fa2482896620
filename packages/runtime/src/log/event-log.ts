import { randomUUID, randomUUIDv7 } from 'node:crypto'
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
import { remembered } from '@tba/events/remembered.ts'
import { personSealedFor, sealData } from '../sealing/codec.ts'
import type { Keyring, OpeningKeys } from '../sealing/keyring.ts'
import { isUnheardOf } from './is-unheard-of.ts'
import { openEvent } from './open-event.ts'
import { EventUnreadable, isUnreadable, type UnreadableEvent } from './unreadable.ts'

export type Envelope = Omit<Recorded, 'type' | 'data' | 'metadata'> & { metadata: Metadata }
/** An event as the product knows it: its shape of today, its personal fields open (or null, once erased). */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & Envelope

/** For readers that go on after an event that this build cannot read. */
export type HandedEvent = RecordedEvent | UnreadableEvent

export type Context = Omit<Metadata, 'schemaVersion'>
/** Of what the product does by itself, or because of an event. */
export function bySystem(cause?: RecordedEvent): Context {
  const id = randomUUID()
  const { correlationId = id } = cause?.metadata ?? {}
  return { actor: 'system', correlationId, causationId: cause?.id ?? id }
}

/** `id`: one that a repeat of the call will have too; without it a random one is drawn. */
export type EventToRecord = DomainEvent & { id?: string; recordedAt?: string }

/** The log as the services use it: domain events in, domain events out, sealed in between. */
export interface EventLog {
  append(stream: string, events: readonly EventToRecord[], options: AppendOptions): Promise<Appended>
  /** @throws {EventUnreadable} at the first one that this build cannot read */
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>
  /** @throws {EventUnreadable} */
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>
  /** For readers that look for a single event, or at envelopes only. */
  readTolerantly(stream: string, options?: ReadOptions): AsyncIterable<HandedEvent>
  readAllTolerantly(options?: ReadAllOptions): AsyncIterable<HandedEvent>
  follow(options: FollowOptions): AsyncIterable<readonly HandedEvent[] | CaughtUp>
  /** Waits for the appends under way. @returns false where one still is after this time */
  settled: EventStore['settled']
}

export type AppendOptions = { expected: Expected; context: Context }

const openBatchSize = 256

export function eventLog(store: EventStore, keyring: Keyring): EventLog {
  const keyOf = (person: string) => keyring.sealing(person, () => isUnheardOf(store, person))

  async function keysFor(batch: readonly Recorded[]): Promise<OpeningKeys> {
    const persons = new Set<string>()
    for (const { data } of batch) {
      const person = personSealedFor(data)
      if (person !== null) persons.add(person)
    }
    return persons.size > 0 ? keyring.opening([...persons]) : new Map()
  }

  async function opened(batch: readonly Recorded[]): Promise<HandedEvent[]> {
    const keys = await keysFor(batch)
    return batch.map(event => openEvent(event, keys) as HandedEvent)
  }

  async function* openedInChunks(events: AsyncIterable<Recorded>): AsyncGenerator<HandedEvent> {
    let chunk: Recorded[] = []
    for await (const event of events) {
      if (chunk.push(event) < openBatchSize) continue
      yield* await opened(chunk)
      chunk = []
    }
    yield* await opened(chunk)
  }

  return {
    async append(stream, events, { expected, context }) {
      return store.append(stream, await sealed(keyOf, { stream, events, context }), expected)
    },
    read: (stream, options) => strictly(openedInChunks(store.read(stream, options))),
    readAll: options => strictly(openedInChunks(store.readAll(options))),
    readTolerantly: (stream, options) => openedInChunks(store.read(stream, options)),
    readAllTolerantly: options => openedInChunks(store.readAll(options)),
    settled: withinMs => store.settled(withinMs),
    async *follow(options) {
      for await (const batch of store.follow(options)) yield 'caughtUp' in batch ? batch : await opened(batch)
    },
  }
}

type ToSeal = { stream: string; events: readonly EventToRecord[]; context: Context }

/** What the store gets of the events of an append. */
export async function sealed(
  keyOf: Parameters<typeof sealData>[0],
  { stream, events, context }: ToSeal,
): Promise<NewEvent[]> {
  const metadataOf = metadataIn(context)
  const created: NewEvent[] = []
  for (const { id = randomUUIDv7(), recordedAt, ...event } of events) {
    const data = await sealData(keyOf, { stream, id }, event as DomainEvent)
    const metadata = metadataOf(event.type)
    created.push({ id, type: event.type, data, metadata, ...(recordedAt ? { recordedAt } : {}) })
  }
  return created
}

/** Events of a call with the same metadata share one object, which is checked, serialised and sent once. */
function metadataIn(context: Context): (type: string) => JsonObject {
  const inVersion = remembered((schemaVersion: number) => ({ ...context, schemaVersion }) as JsonObject)
  return type => inVersion(shapeOf(type).version)
}

async function* strictly(events: AsyncIterable<HandedEvent>): AsyncGenerator<RecordedEvent> {
  for await (const event of events) {
    if (isUnreadable(event)) throw new EventUnreadable(event)
    yield event
  }
}
