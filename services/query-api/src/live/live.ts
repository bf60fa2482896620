import type { CustomerChanges } from './changes.ts'
import type { Subscription } from './subscription.ts'
import { endsSessions, viewsChangedBy } from './views-changed-by.ts'

export type Live = ReturnType<typeof live>

type LiveOptions = {
  changes: CustomerChanges
  /** The interval of heartbeats and of checks for expired sessions; 15 s by default. */
  stillEveryMs?: number
  onError?: (error: unknown) => void
}

/** All open streams, served by one query whenever the projector announces something. */
export function live({ changes, stillEveryMs = 15_000, onError }: LiveOptions) {
  const listening = new Set<Subscription>()
  let cursor: Promise<string> | null = null
  let reached = ''
  let isLooking = false
  let lookAgain = false
  let timer: NodeJS.Timeout | undefined

  const of = (accountIds: ReadonlySet<string>) =>
    [...listening].filter(({ customer }) => accountIds.has(customer.sub))

  async function endClosed(suspects: readonly Subscription[]): Promise<void> {
    if (suspects.length === 0) return
    const open = await changes.open(suspects.map(({ customer }) => customer.sid))
    for (const suspect of suspects) if (!open.has(suspect.customer.sid)) suspect.end()
  }

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
        for (const { type, position: at } of byAccount.get(subscription.customer.sub) ?? [])
          subscription.change(viewsChangedBy(type), at)
      const ending = found.changes.filter(({ type }) => endsSessions.has(type))
      await endClosed(of(new Set(ending.map(({ accountId }) => accountId))))
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
    if (listening.size === 0) return
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

  function still(): void {
    look()
    endClosed([...listening]).catch(error => onError?.(error))
    for (const subscription of listening) subscription.still()
  }

  function remove(subscription: Subscription): void {
    listening.delete(subscription)
    if (listening.size === 0) stop()
  }

  /** Ends every stream. */
  function close(): void {
    for (const subscription of listening) subscription.close()
    listening.clear()
    stop()
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
    cursor = null
  }

  return {
    /** The number of listeners. */
    get size() {
      return listening.size
    },
    /** Notifies the browser of its customer’s changes from now on. @returns the position from which it starts */
    async add(subscription: Subscription): Promise<string> {
      listening.add(subscription)
      timer ??= setInterval(still, stillEveryMs)
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
