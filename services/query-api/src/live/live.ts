import type { CustomerChanges } from './changes.ts'
import { openStreams } from './open-streams.ts'
import type { Subscription } from './subscription.ts'
import { endsSessions, viewsChangedBy } from './views-changed-by.ts'

/** A browser has one. More are mostly broken connections, which end by themselves. */
const ofOneAccount = 20
const most = 5_000

export type Live = ReturnType<typeof live>

type LiveOptions = {
  changes: CustomerChanges
  /** The interval of heartbeats and of checks for expired sessions; 15 s by default. */
  stillEveryMs?: number
  onError?: (error: unknown) => void
}

/** All open streams, served by one query whenever the projector announces something. */
export function live({ changes, stillEveryMs = 15_000, onError }: LiveOptions) {
  const streams = openStreams<Subscription>({
    most,
    ofOneAccount,
    everyMs: stillEveryMs,
    heartbeat,
    openSessions: changes.open,
    onError,
  })
  let cursor: Promise<string> | null = null
  let reached = ''
  let isLooking = false
  let lookAgain = false

  const of = (accountIds: ReadonlySet<string>) =>
    [...streams.held].filter(({ account }) => accountIds.has(account))

  async function notify(): Promise<void> {
    for (let isLast = false; !isLast && cursor !== null; ) {
      const position = await cursor
      const found = await changes.after(position)
      isLast = found.isLast
      const end = found.changes.at(-1)?.position
      if (end === undefined || cursor === null) return
      cursor = Promise.resolve(end)
      const byAccount = Map.groupBy(found.changes, ({ accountId }) => accountId)
      for (const subscription of of(new Set(byAccount.keys())))
        for (const { type, position: at } of byAccount.get(subscription.account) ?? [])
          subscription.change(viewsChangedBy(type), at)
      const ending = found.changes.filter(({ type }) => endsSessions.has(type))
      await streams.endClosed(of(new Set(ending.map(({ accountId }) => accountId))))
    }
  }

  /**
   * Call it when the read tables have changed: reads the changes and notifies their customers.
   * @param upTo the position of the tables. If it is lower than before, an older log was restored: every stream ends,
   * because new changes would have lower positions than those sent. Browsers reconnect.
   */
  function look(upTo = reached): void {
    if (upTo < reached) close()
    reached = upTo
    if (streams.held.size === 0) return
    lookAgain = true
    if (!isLooking) void lookWhileAsked()
  }

  async function lookWhileAsked(): Promise<void> {
    isLooking = true
    try {
      while (lookAgain) {
        lookAgain = false
        await notify()
      }
    } catch (error) {
      onError?.(error)
    } finally {
      isLooking = false
    }
  }

  function heartbeat(): void {
    look()
    for (const subscription of streams.held) subscription.still()
  }

  function remove(subscription: Subscription): void {
    streams.remove(subscription)
    if (streams.held.size === 0) cursor = null
  }

  /** Ends every stream. */
  function close(): void {
    streams.close()
    cursor = null
  }

  return {
    /** The number of listeners. */
    get size() {
      return streams.held.size
    },
    /**
     * Notifies the browser of its customer’s changes from now on.
     * @returns the position from which it starts
     * @throws {HttpFailure} 429, 503 without a slot
     */
    async add(subscription: Subscription): Promise<string> {
      streams.add(subscription)
      cursor ??= changes.newest()
      const started = cursor
      try {
        return await started
      } catch (error) {
        if (cursor === started) cursor = null
        remove(subscription)
        throw error
      }
    },
    remove,
    look,
    close,
  }
}
