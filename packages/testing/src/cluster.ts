import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseAccount } from '@tba/embedded-postgres/account.ts'
import { createCluster } from '@tba/embedded-postgres/cluster.ts'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { openPostgresLog } from '@tba/embedded-postgres/log.ts'
import { startPostgres } from '@tba/embedded-postgres/start.ts'

/** A real PostgreSQL, started like the product's: over TCP on loopback, as durable as its folder. */
export type Cluster = AsyncDisposable & {
  connectionString: string
  stop(): Promise<void>
  /** On the same port. */
  start(): Promise<void>
  destroy(): Promise<void>
}

type ClusterOptions = {
  /** An empty folder for its data; by default a temporary one. */
  folder?: string
  /** Chooses a free port. Called again if another program has taken it. */
  choosePort?: () => Promise<number>
  /** Overrides the product's settings; undefined: as `alter system` says. */
  settings?: Record<string, string | undefined>
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { choosePort = freePort, settings } = options
  const dataDir = options.folder ?? mkdtempSync(join(tmpdir(), 'tba-postgres-'))
  const account = chooseAccount(dataDir)
  const password = randomBytes(12).toString('hex')
  await createCluster(dataDir, account, password)
  const log = openPostgresLog(join(dataDir, 'postgres.log'))
  const common = {
    dataDir,
    account,
    log,
    password,
    signal: new AbortController().signal,
    // A test holds a transaction open for as long as it waits.
    settings: { max_connections: '400', idle_in_transaction_session_timeout: '0', ...settings },
    // A test ends it on purpose.
    onLost: () => undefined,
  }
  let postgres = await startPostgres({ ...common, choosePort })
  const url = new URL(postgres.superuserUrl)
  url.pathname = '/postgres'
  async function destroy(): Promise<void> {
    await postgres.stop()
    log.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    connectionString: url.href,
    stop: () => postgres.stop(),
    async start() {
      postgres = await startPostgres({ ...common, choosePort: async () => Number(url.port) })
    },
    destroy,
    [Symbol.asyncDispose]: destroy,
  }
}
