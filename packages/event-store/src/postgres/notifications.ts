import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { asFailure } from './failures.ts'
import { waits } from './limits.ts'

const channel = 'log_appended'

export type Notifications = {
  /** Tells every process that the log has gone on: at once, then again when there is news after a short while. */
  send(): void
  close(): Promise<void>
}

/**
 * Wakes followers up, in this process and others: a hint that may get lost, never a promise.
 *
 * NOTIFY is sent after the commit, in a transaction of its own. Inside the appending one it would take a lock of the
 * whole cluster from before the commit record is flushed to disk until after it, so that all processes' commits (other
 * databases' too) would queue up behind each other's flushes. Alone it writes nothing that has to be flushed, holds
 * that lock for microseconds, and one tells of many commits. What a crash between the two loses, the slow poll finds.
 */
export async function openNotifications(config: pg.ClientConfig, onNews: () => void): Promise<Notifications> {
  const closing = new AbortController()
  let client = await listen(config, onNews)
  client.once('end', listenAgain)
  let sending: Promise<void> | null = null
  let again = false

  async function listenAgain(): Promise<void> {
    while (!closing.signal.aborted) {
      const fresh = await listen(config, onNews).catch(() => null)
      if (closing.signal.aborted) return fresh?.end()
      if (fresh) {
        client = fresh
        client.once('end', listenAgain)
        // Notifications in between were missed.
        return onNews()
      }
      await pause(waits.reconnectMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function sendAll(): Promise<void> {
    while (again) {
      again = false
      await client.query(`notify ${channel}`).catch(() => {})
      await pause(waits.betweenNewsMs, undefined, { signal: closing.signal }).catch(() => {})
    }
    sending = null
  }

  return {
    send() {
      again = true
      sending ??= sendAll()
    },
    async close() {
      closing.abort()
      await sending
      await client.end()
    },
  }
}

async function listen(config: pg.ClientConfig, onNews: () => void): Promise<pg.Client> {
  const client = new pg.Client(config)
  // Every error is followed by `end`, which is handled.
  client.on('error', () => {})
  client.on('notification', onNews)
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw asFailure(error)
  }
}
