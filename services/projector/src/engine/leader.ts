import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { hangUp } from './hang-up.ts'

export type Candidacy = {
  connectionString: string
  /** Of the instances of a group, one leads at a time. */
  group: string
  signal: AbortSignal
  /** Called after every attempt that found another leader. */
  onStandby: () => Promise<void>
  retryMs?: number | undefined
}

export type Leadership = {
  /** Higher than that of every earlier leader of the group. */
  epoch: number
  /** The connection that holds the lock: as long as it lives, nobody else leads. */
  client: Client
  /** Aborts when the connection is gone, and the lock with it. */
  lost: AbortSignal
  resign(): Promise<void>
}

const heartbeatMs = 5_000

/** Waits until this instance leads. @throws where the database does not answer, or the signal aborts */
export async function campaign(candidacy: Candidacy): Promise<Leadership> {
  const { connectionString, group, signal, onStandby, retryMs = 500 } = candidacy
  const client = new Client({
    connectionString,
    application_name: `projector leader ${group}`,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  try {
    await client.connect()
    while (!(await tryLock(client, group))) {
      await onStandby()
      // Polls: a statement that waits for the lock in the database would keep its snapshot open.
      await pause(retryMs, undefined, { signal })
    }
    const epoch = await nextEpoch(client, group)
    const heartbeat = setInterval(() => client.query('select').catch(() => lost.abort()), heartbeatMs)
    lost.signal.addEventListener('abort', () => clearInterval(heartbeat), { once: true })
    // Ending the connection releases the lock.
    return { epoch, client, lost: lost.signal, resign: () => hangUp(client) }
  } catch (error) {
    await hangUp(client)
    throw error
  }
}

async function tryLock(client: Client, group: string): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as leads',
    [`projector:${group}`],
  )
  return rows[0]?.leads === true
}

async function nextEpoch(client: Client, group: string): Promise<number> {
  const { rows } = await client.query<{ epoch: number }>(
    `insert into projector.leadership as held ("group", epoch) values ($1, 1)
     on conflict ("group") do update set epoch = held.epoch + 1 returning epoch`,
    [group],
  )
  if (!rows[0]) throw new Error(`no epoch for ${group}`)
  return rows[0].epoch
}

export async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    // Where this fails too, the connection is lost, and the transaction with it.
    await client.query('rollback').catch(() => {})
    throw error
  }
}
