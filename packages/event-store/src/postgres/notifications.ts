import { setTimeout as pause } from 'node:timers/promises'
import { type ListenerQuery, listen } from '../listen.ts'
import { asFailure } from './failures.ts'
import { waits } from './limits.ts'

const channel = 'log_appended'

/**
 * Wakes followers in all processes. It is a hint that can get lost.
 *
 * NOTIFY is sent after the commit, in its own transaction. Inside the append it would hold a cluster-wide lock while the
 * commit record is flushed, so that the commits of all processes and databases would wait for each other's flushes. Alone
 * it has nothing to flush, holds the lock for microseconds, and serves many commits. The slow poll finds what a crash loses.
 */
export async function openNotifications(
  { connectionString, applicationName }: { connectionString: string; applicationName: string },
  wakeFollowers: () => void,
) {
  const closing = new AbortController()
  let query: ListenerQuery | null = null
  let sending: Promise<void> | null = null
  let isPending = false
  const listener = listen({
    connectionString,
    applicationName,
    channel,
    onNotification: wakeFollowers,
    onListening(listenerQuery) {
      query = listenerQuery
      // Notifications before this were missed.
      wakeFollowers()
    },
    onLost() {
      query = null
    },
  })

  async function sendAll(): Promise<void> {
    while (isPending) {
      isPending = false
      await query?.(`notify ${channel}`).catch(() => {})
      await pause(waits.betweenNotifiesMs, undefined, { signal: closing.signal }).catch(() => {})
    }
    sending = null
  }

  async function close(): Promise<void> {
    closing.abort()
    await sending
    await listener.close()
  }

  await listener.opened.catch(async error => {
    await close()
    throw asFailure(error)
  })
  return {
    /** Notifies every process that the log has grown: at once, and again after a short while if more was appended. */
    send() {
      isPending = true
      sending ??= sendAll()
    },
    close,
  }
}
