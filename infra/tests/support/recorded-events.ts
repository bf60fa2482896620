import { setTimeout } from 'node:timers/promises'
import type { EventStore, JsonObject, NewEvent, StoredEvent } from '@tba/event-store/port.ts'

export type EventQuery = { type?: string; stream?: string }

/** The events of a log as they are stored, in order: all that were written before the call. */
export async function recordedIn(
  store: EventStore,
  { type, stream }: EventQuery = {},
): Promise<readonly StoredEvent[]> {
  const of = (events: readonly StoredEvent[]) => events.filter(event => event.type === (type ?? event.type))
  if (stream) return of(await Array.fromAsync(store.read(stream)))
  const head = await store.head()
  for (;;) {
    // A transaction of another test on the same server may hold back the newest events.
    const [last] = await Array.fromAsync(store.readAll({ direction: 'backwards', limit: 1 }))
    if (head === null || (last && last.position >= head)) break
    await setTimeout(5)
  }
  return Array.fromAsync(store.readAll(type ? { types: [type] } : {}))
}

type Details = { recordedAt?: string; visitId?: string; schemaVersion?: number }

/** An event for a state that no call of this product makes. */
export const storedEvent = (
  type: string,
  data: JsonObject = {},
  { recordedAt, ...details }: Details = {},
): NewEvent => ({
  id: crypto.randomUUID(),
  type,
  data,
  metadata: { actor: 'system', correlationId: 'test', causationId: 'test', schemaVersion: 1, ...details },
  ...(recordedAt && { recordedAt }),
})

/** The account of the newest customer: the last claimed address. */
export async function newestAccountIn(store: EventStore): Promise<string> {
  const claim = (await recordedIn(store, { type: 'EmailClaimed' })).at(-1)
  if (!claim) throw new Error('nobody has registered')
  return String(claim.data.accountId)
}
