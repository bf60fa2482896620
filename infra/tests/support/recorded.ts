import { setTimeout } from 'node:timers/promises'
import type { EventStore, Recorded } from '@tba/event-store/port.ts'

export type Sought = { type?: string; stream?: string }

/** The events of a log as they are stored, in its order: all that were written before this was asked. */
export async function recordedIn(
  store: EventStore,
  { type, stream }: Sought = {},
): Promise<readonly Recorded[]> {
  const head = await store.head()
  for (;;) {
    const all = await Array.fromAsync(store.readAll())
    const last = all.at(-1)
    // A transaction of another test on the same server may hold back what has just been written.
    if (head === null || (last && last.position >= head)) {
      return all.filter(
        event => event.type === (type ?? event.type) && event.stream === (stream ?? event.stream),
      )
    }
    await setTimeout(5)
  }
}

/** Whose address was claimed last: the account of the newest customer. */
export async function newestAccountIn(store: EventStore): Promise<string> {
  const claim = (await recordedIn(store, { type: 'EmailClaimed' })).at(-1)
  if (!claim) throw new Error('nobody has registered')
  return String(claim.data.accountId)
}
