import { clusterFolder, findCluster } from '@tba/embedded-postgres/cluster.ts'
import { isServing } from '@tba/embedded-postgres/ready.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import type { Environment } from '../environment.ts'
import { FolderInUse, lockFolder } from './data-folder.ts'
import { type Database, joinDatabase, openDatabase, scopeOf } from './database.ts'
import { checkExternalPostgres } from './external-postgres.ts'
import { openKeys } from './keys.ts'

type FindOptions = {
  opened: AsyncDisposableStack
  /** The sentence if no start has been here yet. */
  noTablesMessage: string
}

/**
 * The database of the running product on this folder, or one that is started for this command.
 * @throws {StartRefusal}
 */
export async function findDatabase(
  { dataDir, databaseUrl }: Environment,
  { opened, noTablesMessage }: FindOptions,
): Promise<Database> {
  if (databaseUrl) {
    const { holdsData } = await checkExternalPostgres(databaseUrl)
    if (!holdsData) throw new StartRefusal(noTablesMessage)
    return { url: databaseUrl, keys: openKeys(dataDir, { dataExists: true }) }
  }
  if (findCluster(dataDir) === 'absent') throw new StartRefusal(noTablesMessage)
  try {
    lockFolder(dataDir, opened, { shouldWait: !isServing(clusterFolder(dataDir)) })
  } catch (error) {
    if (error instanceof FolderInUse) return await joinDatabase(dataDir)
    throw error
  }
  return openDatabase(dataDir, scopeOf(opened))
}

/** The same with its log and a pool, for the command of this name. @throws {StartRefusal} */
export async function findLog(environment: Environment, applicationName: string, options: FindOptions) {
  const { opened } = options
  const { url, keys } = await findDatabase(environment, options)
  const pool = await createPool(url, { applicationName, max: 4 })
  opened.defer(() => pool.end())
  const store = await openEventStore({ url: environment.eventStoreUrl ?? url, applicationName })
  opened.defer(() => store.close())
  return { url, keys, pool, log: eventLog(store, personKeys(pool, keksOf(keys))) }
}
