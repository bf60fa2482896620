import { connect } from 'node:net'
import pg from 'pg'
import { assertOwnSessions } from './postgres/own-sessions.ts'
import { Refusal } from './refusal.ts'

type Addresses = Readonly<Record<string, string>>
type Logger = { warn(fields: object, sentence: string): void }
type Patience = { patienceMs?: number; everyMs?: number }

/**
 * Waits for servers, which may be started in any order, then makes sure that PostgreSQL is usable.
 * @param addresses by the variables that name them
 * @throws {Refusal}
 */
export async function awaitServers(addresses: Addresses, logger: Logger): Promise<void> {
  for (const [variable, address] of Object.entries(addresses)) await reached(variable, address, logger)
  await assertOwnSessions(addresses)
}

/** Resolves when the server answers, whatever it says of whoever asks. @throws {Refusal} */
export async function reached(
  variable: string,
  address: string,
  logger: Logger,
  { patienceMs = 60_000, everyMs = 1_000 }: Patience = {},
): Promise<void> {
  const startedMs = performance.now()
  let lastReason: string | null = null
  for (;;) {
    const reason = await absence(address)
    if (reason === null) return
    if (performance.now() - startedMs >= patienceMs)
      throw new Refusal(`The server of ${variable} was not there within ${patienceMs / 1000} s: ${reason}.`)
    // Once for each reason: a minute of the same sentence says no more than one.
    if (reason !== lastReason) logger.warn({ reason }, `waiting for the server of ${variable}`)
    lastReason = reason
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
}

/** Why nobody answers at an address; null where somebody does. */
async function absence(address: string): Promise<string | null> {
  try {
    await (/^postgres(ql)?:/.test(address) ? askPostgres(address) : open(address))
    return null
  } catch (error) {
    // A server that refuses is there; whoever opens it next says what is wrong.
    if (error instanceof pg.DatabaseError && !isStarting(error)) return null
    return reasonOf(error)
  }
}

/** Starting, stopping, or with no place left for a connection. */
function isStarting({ code }: pg.DatabaseError): boolean {
  return code === '57P03' || code === '57P01' || code === '57P02' || code === '53300'
}

async function askPostgres(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => {})
  }
}

/** Of several hosts in an address any may answer. */
async function open(address: string): Promise<void> {
  const [, authority = ''] = /^[^:]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(address) ?? []
  await Promise.any(authority.split(',').map(host => connected(new URL(`tcp://${host}`))))
}

function connected({ hostname, port }: URL): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 2113),
    timeout: 5_000,
  })
  socket
    .once('connect', resolve)
    .once('error', reject)
    .once('timeout', () => reject(new Error('no answer')))
  return promise.finally(() => socket.destroy())
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
