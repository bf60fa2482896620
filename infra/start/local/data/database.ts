import path from 'node:path'
import { type Account, chooseAccount } from '@tba/embedded-postgres/account.ts'
import { clusterFolder, createCluster, findCluster } from '@tba/embedded-postgres/cluster.ts'
import { stopLeftover } from '@tba/embedded-postgres/leftover.ts'
import { openPostgresLog } from '@tba/embedded-postgres/log.ts'
import { runningDatabase } from '@tba/embedded-postgres/ready.ts'
import { type Postgres, startPostgres } from '@tba/embedded-postgres/start.ts'
import { connectionsOfProcess } from '@tba/runtime/postgres/transaction-pooler.ts'
import { announce, printError } from '../progress.ts'
import { checkExternalPostgres } from './external-postgres.ts'
import { type Keys, openKeys } from './keys.ts'

export interface Scope {
  /** Closes in reverse order what was opened, also if the start fails. */
  opened: AsyncDisposableStack
  /** Aborts a start between two of its steps. */
  stopping: AbortController
  onLost: (reason: unknown) => void
}

/** For a command that ends by itself. */
export function scopeOf(opened: AsyncDisposableStack): Scope {
  return { opened, stopping: new AbortController(), onLost: reason => printError(String(reason)) }
}

export interface Database {
  url: string
  keys: Keys
}

/**
 * Opens the keys of a locked data folder, and its PostgreSQL: the embedded one, or the operator's at `externalUrl`. Throws
 * StartRefusal.
 */
export async function openDatabase(dataDir: string, scope: Scope, externalUrl?: string): Promise<Database> {
  if (externalUrl) {
    const { holdsData } = await checkExternalPostgres(externalUrl, connectionsOfProcess)
    return { url: externalUrl, keys: openKeys(dataDir, { dataExists: holdsData }) }
  }
  const { keys, account } = await prepareCluster(dataDir)
  scope.stopping.signal.throwIfAborted()
  const { url } = await openPostgres(dataDir, { keys, account }, scope)
  return { url, keys }
}

/** The keys and the database of a product that runs on this folder in another process. Throws StartRefusal. */
export async function joinDatabase(dataDir: string): Promise<Database> {
  const keys = openKeys(dataDir, { dataExists: true })
  return { url: await runningDatabase(clusterFolder(dataDir), passwordOf(keys)), keys }
}

interface PreparedCluster {
  keys: Keys
  account: Account
}

async function prepareCluster(dataDir: string): Promise<PreparedCluster> {
  const dataExists = findCluster(dataDir) === 'present'
  const keys = openKeys(dataDir, { dataExists })
  if (await stopLeftover(clusterFolder(dataDir)))
    announce('Stopped a PostgreSQL that a killed start had left running.')
  const account = chooseAccount(dataDir)
  if (!dataExists) {
    announce('Creating the database…')
    await createCluster(dataDir, account, passwordOf(keys))
  }
  return { keys, account }
}

async function openPostgres(
  dataDir: string,
  { keys, account }: PreparedCluster,
  { opened, stopping, onLost }: Scope,
): Promise<Postgres> {
  announce('Starting PostgreSQL…')
  const log = openPostgresLog(path.join(dataDir, 'postgres.log'))
  opened.defer(() => log.close())
  const options = { dataDir, account, log, password: passwordOf(keys), signal: stopping.signal, onLost }
  const postgres = await startPostgres(options)
  opened.defer(() => postgres.stop())
  return postgres
}

// As hex: base64 would need escaping in an address.
const passwordOf = (keys: Keys): string => keys.database.toString('hex')
