import type { TestContext } from 'vitest'
import type { CaughtUp, EventStore, FollowOptions, NewEvent, Position, StoredEvent } from '../../port.ts'

/** An adapter under test. */
export type Harness = {
  store: EventStore
  /** A second store on the same log, like that of another process. The harness closes it. */
  another(): Promise<EventStore>
  /** Closes every connection to the server, from the server's side. */
  breakConnections: (() => Promise<void>) | Unsupported
  /** Writes an event in a transaction that starts now, before others, and commits on demand, after them. */
  delayedCommit: ((stream: string, event: NewEvent) => Promise<{ commit(): Promise<void> }>) | Unsupported
  /** A known id is found anywhere in the stream, also if an append names a later revision. */
  comparesAllIds: true | Unsupported
  /** Deleted events leave the log at once, and the stream starts at revision 0 again. */
  removesDeleted: true | Unsupported
  close(): Promise<void>
}

/** Why a case does not apply to an adapter. */
export type Unsupported = { reason: string }

/** The capability, or a test that is skipped with the adapter's reason. */
export function orSkip<Capability>(capability: Capability | Unsupported, context: TestContext): Capability {
  if (!isUnsupported(capability)) return capability
  console.warn(`NOT RUN: ${context.task.name}: ${capability.reason}`)
  return context.skip(capability.reason)
}

export const isUnsupported = (capability: unknown): capability is Unsupported =>
  typeof capability === 'object' && capability !== null && 'reason' in capability

export const someStream = (): string => `contract-${crypto.randomUUID()}`

export const someEvent = (change: Partial<NewEvent> = {}): NewEvent => ({
  id: crypto.randomUUID(),
  type: 'PlanActivated',
  data: { plan: 'starter' },
  metadata: { actor: 'system' },
  ...change,
})

export const someEvents = (count: number): NewEvent[] => Array.from({ length: count }, () => someEvent())

export const idsOf = (events: readonly { id: string }[]): string[] => events.map(event => event.id)

/** The present end of the log, as a start position. */
export async function endOf(store: EventStore): Promise<{ after?: Position }> {
  const position = await store.head()
  return position === null ? {} : { after: position }
}

/** Resolves when the position is readable: another transaction on the server may hold it back. */
export async function readable(store: EventStore, position: Position): Promise<void> {
  const options = { types: ['NothingIsOfThisType'], signal: new AbortController().signal }
  for await (const batch of store.follow(options))
    if ('caughtUp' in batch && batch.caughtUp >= position) return
}

/** Follows until enough events were seen, then stops. */
export async function followUntil(
  store: EventStore,
  options: Omit<FollowOptions, 'signal'>,
  enough: (seen: readonly StoredEvent[], caughtUp: CaughtUp | null) => boolean,
): Promise<{ seen: StoredEvent[]; caughtUp: CaughtUp | null }> {
  const seen: StoredEvent[] = []
  let caughtUp: CaughtUp | null = null
  const stop = new AbortController()
  for await (const batch of store.follow({ ...options, signal: stop.signal })) {
    if ('caughtUp' in batch) caughtUp = batch
    else seen.push(...batch)
    if (enough(seen, caughtUp)) break
  }
  stop.abort()
  return { seen, caughtUp }
}
