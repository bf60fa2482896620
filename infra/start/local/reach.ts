import { clusterFolder, findCluster } from '@tba/embedded-postgres/cluster.ts'
import { isServing } from '@tba/embedded-postgres/ready.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { type Database, frameOf, joinDatabase, openDatabase } from './database.ts'
import type { Environment } from './environment.ts'
import { checkExternalPostgres } from './external-postgres.ts'
import { openKeys } from './keys.ts'
import { FolderInUse, lockFolder } from './lock.ts'

type Reaching = {
  opened: AsyncDisposableStack
  /** The sentence if no start has been here yet. */
  noTablesMessage: string
}

/**
 * The database of the running product on this folder, or one that is started for this command.
 * @throws {StartRefusal}
 */
export async function reachDatabase(
  { dataDir, databaseUrl }: Environment,
  { opened, noTablesMessage }: Reaching,
): Promise<Database> {
  if (databaseUrl) {
    const { holdsData } = await checkExternalPostgres(databaseUrl)
    if (!holdsData) throw new StartRefusal(noTablesMessage)
    return { url: databaseUrl, keys: openKeys(dataDir, { dataExists: true }) }
  }
  if (findCluster(dataDir) === 'absent') throw new StartRefusal(noTablesMessage)
  try {
    lockFolder(dataDir, opened, { isLeaving: !isServing(clusterFolder(dataDir)) })
  } catch (error) {
    if (error instanceof FolderInUse) return joinDatabase(dataDir)
    throw error
  }
  return openDatabase(dataDir, frameOf(opened))
}
