import pg from 'pg'
import type { Address, Server } from './address.ts'

// pg takes from a shell's PG* variables what its configuration leaves out, also for the embedded database. Only a password may come
// from there, as for psql. Every connection imports this file, and what a process starts has none of them either.
for (const name of Object.keys(process.env)) if (/^PG(?!PASS)/.test(name)) delete process.env[name]

/** What pg takes for a connection to one of the servers. */
export const configOf = (
  { user, password, database, options }: Address,
  server: Server,
): pg.ClientConfig => ({ ...server, user, password, database, ...(options !== undefined && { options }) })

/**
 * The first server of the address that answers and is what the address wants. Asks only if there is a choice: then each new
 * connection costs another one, and finds the writable server after a failover.
 * @throws the error of a login that is refused, or one that names each server's reason
 */
export function choose(address: Address, connectMs: number): Server | Promise<Server> {
  const { servers, target } = address
  return servers.length === 1 && target === 'any' ? servers[0] : firstUsable(address, connectMs)
}

async function firstUsable(address: Address, connectMs: number): Promise<Server> {
  const faults: { host: string; fault: Error }[] = []
  for (const server of address.servers) {
    const fault = await whyNot(address, server, connectMs)
    if (fault === null) return server
    faults.push({ host: server.host, fault })
  }
  const refused = faults.find(({ fault }) => isRefusedLogin(fault))
  const reasons = faults.map(({ host, fault }) => `${host}: ${fault.message || 'it cannot be reached'}`)
  throw refused?.fault ?? new Error(`no server of the address can be used (${reasons.join('; ')})`)
}

async function whyNot(address: Address, server: Server, connectMs: number): Promise<Error | null> {
  const limits = { connectionTimeoutMillis: connectMs, query_timeout: connectMs || 10_000 }
  const client = new pg.Client({ ...configOf(address, server), ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    if (address.target === 'any') return null
    const { rows } = await client.query<{ standby: boolean; readOnly: boolean }>(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly"`,
    )
    return rows.every(fits[address.target]) ? null : new Error(`it is not ${address.target}`)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    client.end().catch(() => {})
  }
}

const fits = {
  'read-write': ({ readOnly }) => !readOnly,
  'read-only': ({ readOnly }) => readOnly,
  primary: ({ standby }) => !standby,
  standby: ({ standby }) => standby,
} satisfies Record<string, (state: { standby: boolean; readOnly: boolean }) => boolean>

/** 28: authorization, 3D: no such database. It says more than that another server is down. */
const isRefusedLogin = (error: Error): boolean =>
  error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? '')
