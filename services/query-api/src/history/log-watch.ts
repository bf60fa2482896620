import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import type { Told, Watcher } from './watcher.ts'

export type LogWatch = {
  /**
   * From now on the watcher is told of what is new, in the order of the log.
   * @returns the position behind which that begins: what stands before it, the watcher reads itself
   */
  join(watcher: Watcher): Promise<Position>
  leave(watcher: Watcher): void
  /** How many watch; an administrator's, where one is given. */
  count(adminId?: string): number
  /** Ends every stream. */
  close(): void
}

type WatchOptions = {
  store: Pick<EventStore, 'follow' | 'head' | 'readAll'>
  /** Of these sessions, those that are open. */
  openSessions(sids: readonly string[]): Promise<ReadonlySet<string>>
  checkEveryMs?: number
  gatherMs?: number
  onError(error: unknown): void
}

/**
 * What comes within this time of what was told before is told together: twenty watchers of five hundred events a second are
 * otherwise as many thousand writes to sockets, which the appends would wait for.
 */
const gatheredMs = 100

const lowest = '' as Position

/** One follower of the log for everybody who watches, which ends with the last of them. */
export function logWatch({
  store,
  openSessions,
  checkEveryMs = 1_500,
  gatherMs = gatheredMs,
  onError,
}: WatchOptions): LogWatch {
  const watching = new Set<Watcher>()
  let following: { stop: AbortController; started: Promise<void>; at: Position } | null = null
  let timer: NodeJS.Timeout | undefined

  function start() {
    const stop = new AbortController()
    const it = { stop, started: Promise.resolve(), at: lowest }
    it.started = begin(it)
    timer = setInterval(() => {
      void endClosed()
      void endOfLonger(it)
    }, checkEveryMs)
    return it
  }

  async function begin(it: { stop: AbortController; at: Position }): Promise<void> {
    // Not where the log ends: what other processes are appending may still come before that.
    for await (const { position } of store.readAll({ direction: 'backwards', limit: 1 })) it.at = position
    void follow(it).catch(error => {
      if (it.stop.signal.aborted) return
      onError(error)
      // The log is another one: they come again, each from where it was.
      close()
    })
  }

  async function follow(it: { stop: AbortController; at: Position }): Promise<void> {
    const { signal } = it.stop
    for await (const batch of store.follow({ signal, ...(it.at && { after: it.at }) })) {
      if (signal.aborted) return
      if ('caughtUp' in batch) {
        if (batch.caughtUp > it.at) it.at = batch.caughtUp
        continue
      }
      it.at = batch.at(-1)?.position ?? it.at
      const told = batch.map(toldOf)
      for (const watcher of watching) watcher.tell(told, it.at)
      await pause(gatherMs, undefined, { signal })
    }
  }

  async function endClosed(): Promise<void> {
    try {
      const open = await openSessions([...new Set([...watching].map(({ admin }) => admin.sid))])
      for (const watcher of watching) if (!open.has(watcher.admin.sid)) watcher.end()
    } catch (error) {
      onError(error)
    }
  }

  /** An older log was put back: nothing would be told until it is as long as the one before. They come again. */
  async function endOfLonger(it: { at: Position }): Promise<void> {
    try {
      // Before the log is asked: what comes meanwhile is no sign of a shorter one.
      const { at } = it
      const head = await store.head()
      if (following === it && at > (head ?? lowest)) close()
    } catch (error) {
      onError(error)
    }
  }

  function leave(watcher: Watcher): void {
    watching.delete(watcher)
    if (watching.size === 0) stop()
  }

  function stop(): void {
    clearInterval(timer)
    following?.stop.abort()
    following = null
  }

  function close(): void {
    for (const watcher of watching) watcher.end()
    watching.clear()
    stop()
  }

  return {
    async join(watcher) {
      for (;;) {
        following ??= start()
        const joined = following
        try {
          await joined.started
        } catch (error) {
          if (following === joined) stop()
          throw error
        }
        // The last one has left meanwhile.
        if (following !== joined) continue
        watching.add(watcher)
        return joined.at
      }
    },
    leave,
    count: adminId =>
      [...watching].filter(({ admin }) => adminId === undefined || admin.sub === adminId).length,
    close,
  }
}

/** An event as watchers are told of it. */
export function toldOf(recorded: Recorded): Told {
  const event = maskEvent(recorded)
  let made: string | null = null
  return {
    event,
    message() {
      made ??= `id: ${event.position}\nevent: event\ndata: ${JSON.stringify(historyEventOf(event))}\n\n`
      return made
    },
  }
}
