import { connect } from 'node:net'
import { isPostgres } from '@tba/postgres/address.ts'
import { withClient } from '@tba/postgres/client.ts'
import { faultOfServer } from '@tba/postgres/server.ts'
import pg from 'pg'
import { assertNoTransactionPooler, connectionsOfProcess } from './postgres/transaction-pooler.ts'
import { Refusal } from './refusal.ts'

type Addresses = Readonly<Record<string, string>>
type WarnLogger = { warn(fields: object, sentence: string): void }
type WaitOptions = { timeoutMs?: number; everyMs?: number }

/**
 * Waits for servers, which may start in any order, then checks that PostgreSQL is usable.
 * @param addresses by variable name
 * @throws {Refusal}
 */
export async function waitForServers(addresses: Addresses, logger: WarnLogger): Promise<void> {
  for (const [variable, address] of Object.entries(addresses)) await waitForServer(variable, address, logger)
  await assertNoTransactionPooler(addresses, connectionsOfProcess)
}

/** Resolves when the server answers, also with an error. @throws {Refusal} */
export async function waitForServer(
  variable: string,
  address: string,
  logger: WarnLogger,
  { timeoutMs = 60_000, everyMs = 1_000 }: WaitOptions = {},
): Promise<void> {
  const startedMs = performance.now()
  let lastReason: string | null = null
  for (;;) {
    const reason = await whyUnreachable(variable, address)
    if (reason === null) return
    if (performance.now() - startedMs >= timeoutMs)
      throw new Refusal(`The server of ${variable} was not there within ${timeoutMs / 1000} s: ${reason}.`)
    // Log each reason once.
    if (reason !== lastReason) logger.warn({ reason }, `waiting for the server of ${variable}`)
    lastReason = reason
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
}

/** Why the server cannot be reached; null if it answers. */
async function whyUnreachable(variable: string, address: string): Promise<string | null> {
  try {
    await (isPostgres(address) ? pingPostgres(variable, address) : pingTcp(address))
    return null
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? ''))
      throw new Refusal(`The PostgreSQL of ${variable} does not let its user in: ${error.message}.`)
    // A server that refuses something else is there. The next caller reports what is wrong.
    if (error instanceof pg.DatabaseError && !isStarting(error)) return null
    return reasonOf(error)
  }
}

/** Starting, stopping, or without a free connection. */
function isStarting({ code }: pg.DatabaseError): boolean {
  return code === '57P03' || code === '57P01' || code === '57P02' || code === '53300'
}

/** @throws {Refusal} it answers, and cannot hold the data */
async function pingPostgres(variable: string, connectionString: string): Promise<void> {
  const options = { applicationName: 'ping', connectMs: 5_000, answerMs: 5_000 }
  const fault = await withClient(connectionString, options, faultOfServer)
  if (fault) throw new Refusal(`The PostgreSQL of ${variable} ${fault}.`)
}

/** Any of several hosts may answer. */
async function pingTcp(address: string): Promise<void> {
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
