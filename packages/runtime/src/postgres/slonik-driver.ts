import { createPgDriverFactory } from '@slonik/pg-driver'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { type Address, parseAddress, type Server } from '@tba/postgres/address.ts'
import { choose } from '@tba/postgres/choose.ts'
import { type Session, sessionStatement } from '@tba/postgres/client.ts'
import { ConnectionError, type Driver, type DriverFactory } from 'slonik'

type Options = { applicationName: string; session: Session; connectMs: number; answerMs: number }

/**
 * Slonik understands few addresses, and sends settings at the start of a connection, which a pooler refuses. So each new
 * connection gets its server and its settings here, and a query on it costs one round trip.
 * @throws {AddressFault}
 */
export function slonikDriver(url: string, { applicationName, session, connectMs, answerMs }: Options) {
  const address = parseAddress(url)
  const limitMs = address.connectMs ?? connectMs
  const statement = sessionStatement(session)

  const driverFactory: DriverFactory = async ({ driverConfiguration }) => {
    const drivers = new Map<Server, Driver>()
    async function driverOfServer(): Promise<Driver> {
      const server = await choose(address, limitMs)
      const known = drivers.get(server)
      if (known) return known
      const ofServer = {
        ...driverConfiguration,
        connectionTimeout: limitMs || ('DISABLE_TIMEOUT' as const),
        connectionUri: uriOf(address, server, applicationName),
        ...(server.ssl && { ssl: server.ssl }),
      }
      const driver = await createPgDriverFactory()({ driverConfiguration: ofServer })
      drivers.set(server, driver)
      return driver
    }

    async function createClient() {
      const client = withAnswerLimit(await (await driverOfServer()).createClient(), answerMs)
      client.acquire()
      try {
        await client.query(statement)
        await client.release()
        return client
      } catch (error) {
        await client.destroy()
        throw error
      }
    }
    // A wrong login or a dead server is reported when the pool opens.
    await driverOfServer()
    return { createClient }
  }
  return { driverFactory, connectionUri: uriOf(address, address.servers[0], applicationName) }
}

type Client = Awaited<ReturnType<Driver['createClient']>>

/** Slonik waits without limit for a server that says nothing. The pool drops a client that was destroyed. */
function withAnswerLimit(client: Client, answerMs: number): Client {
  const silent = (): never => {
    client.destroy().catch(() => {})
    throw new ConnectionError('the database does not answer')
  }
  return { ...client, query: (...query) => withTimeout(answerMs, client.query(...query), silent) }
}

/** With every part escaped, brackets of IPv6 and folders of sockets too: slonik reads it with `URL`. */
function uriOf({ user, password, database, options }: Address, { host, port }: Server, name: string): string {
  const [login, secret, at, path] = [user, password, host, database].map(encodeURIComponent)
  const parameters = new URLSearchParams({
    application_name: name,
    ...(options !== undefined && { options }),
  })
  return `postgres://${login}:${secret}@${at}:${port}/${path}?${parameters}`
}
