import { setTimeout as pause } from 'node:timers/promises'
import { type Ask, listen } from '../listen.ts'
import { asFailure } from './failures.ts'
import { waits } from './limits.ts'

const channel = 'log_appended'

/**
 * Wakes followers up, in this process and others: a hint that may get lost, never a promise.
 *
 * NOTIFY is sent after the commit, in a transaction of its own. Inside the appending one it would take a lock of the
 * whole cluster from before the commit record is flushed to disk until after it, so that all processes' commits (other
 * databases' too) would queue up behind each other's flushes. Alone it writes nothing that has to be flushed, holds
 * that lock for microseconds, and one tells of many commits. What a crash between the two loses, the slow poll finds.
 */
export async function openNotifications(
  { connectionString, applicationName }: { connectionString: string; applicationName: string },
  onNews: () => void,
) {
  const closing = new AbortController()
  let ask: Ask | null = null
  let sending: Promise<void> | null = null
  let again = false
  const listener = listen({
    ...{ connectionString, applicationName, channel, onNotification: onNews },
    onListening(over) {
      ask = over
      // Notifications in between were missed.
      onNews()
    },
    onLost() {
      ask = null
    },
  })

  async function sendAll(): Promise<void> {
    while (again) {
      again = false
      await ask?.(`notify ${channel}`).catch(() => {})
      await pause(waits.betweenNewsMs, undefined, { signal: closing.signal }).catch(() => {})
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
    /** Tells every process that the log has gone on: at once, then again when there is news after a short while. */
    send() {
      again = true
      sending ??= sendAll()
    },
    close,
  }
}
