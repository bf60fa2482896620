import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@tba/postgres/client.ts'
import { type Client, DatabaseError } from 'pg'
import { closeClient } from '../database/connection.ts'
import { queued } from '../database/transaction.ts'

export type Candidate = Awaited<ReturnType<typeof acquireLeadership>>

export type CandidateOptions = {
  connectionString: string
  /** Shown in pg_stat_activity. */
  applicationName: string
  heartbeatMs?: number | undefined
  /** The server ends the session when it has been idle for so long. */
  silentMs?: number | undefined
}

const defaults = { heartbeatMs: 5_000, silentMs: 20_000 }

/**
 * A connection that holds an advisory lock for everything that this instance leads. The locks end with the connection.
 * If a host vanishes without closing it, the server ends the idle session within half a minute.
 * @throws if the database does not answer
 */
export async function acquireLeadership(options: CandidateOptions) {
  const { connectionString, applicationName } = options
  const { heartbeatMs = defaults.heartbeatMs, silentMs = defaults.silentMs } = options
  const client = createClient(connectionString, {
    applicationName,
    connectMs: 5_000,
    answerMs: 15_000,
    session: { idle_in_transaction_session_timeout: 10_000, idle_session_timeout: silentMs },
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  try {
    await client.connect()
  } catch (error) {
    await closeClient(client)
    throw error
  }
  void sendHeartbeats(client, { everyMs: heartbeatMs, lost })
  return {
    client,
    /** Aborts when the connection, and with it every lock, is lost. */
    lost: lost.signal,
    /** Tries to lock these. @returns those that were free */
    claim(names: readonly string[]) {
      return queued(client, async () => {
        const acquired: string[] = []
        for (const name of names) if (await tryLock(client, name)) acquired.push(name)
        return acquired
      })
    },
    release: (name: string) => queued(client, () => unlock(client, name)),
    /** Gives all locks back and ends the connection. */
    close: () => closeClient(client),
  }
}

/** Sends a heartbeat only after the last one was answered. An error of a failed transaction is an answer too. */
async function sendHeartbeats(client: Client, { everyMs, lost }: { everyMs: number; lost: AbortController }) {
  while (!lost.signal.aborted) {
    await pause(everyMs, undefined, { signal: lost.signal, ref: false }).catch(() => {})
    if (lost.signal.aborted) return
    await client.query('select').catch(error => {
      if (!(error instanceof DatabaseError)) lost.abort()
    })
  }
}

async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as leads',
    [`projector:${name}`],
  )
  return rows[0]?.leads === true
}

async function unlock(client: Client, name: string): Promise<void> {
  await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`projector:${name}`])
}
