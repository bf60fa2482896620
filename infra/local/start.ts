import path from 'node:path'
import { type Account, chooseAccount } from './account.ts'
import { clusterFolder, findCluster, prepareDataFolder } from './data-folder.ts'
import type { Environment } from './environment.ts'
import { type Keys, openKeys } from './keys.ts'
import { lockFolder } from './lock.ts'
import { checkAddress } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { findBinaries } from './postgres-binaries.ts'
import { createCluster } from './postgres-cluster.ts'
import { stopLeftover } from './postgres-leftover.ts'
import { openPostgresLog } from './postgres-log.ts'
import { startProduct } from './product.ts'
import { announce } from './progress.ts'
import { within } from './within.ts'

interface Frame {
  /** Takes what is opened here, to be closed in reverse order whether the start succeeds or not. */
  opened: AsyncDisposableStack
  /** Ends a start under way between its steps. */
  stopping: AbortController
  onLost: (reason: unknown) => void
}

/** From an environment to a product that answers; resolves with its port. Throws StartRefusal. */
export async function start(environment: Environment, frame: Frame): Promise<number> {
  const { opened, stopping } = frame
  if (environment.limitScale !== 1) {
    announce(`Attenzione: LIMIT_SCALE moltiplica tutti i limiti per ${environment.limitScale}.`)
  }
  prepareDataFolder(environment.dataDir)
  const lock = lockFolder(environment.dataDir)
  opened.defer(() => lock.release())
  await checkAddress(environment)
  const { keys, account } = await prepareCluster(environment.dataDir)
  stopping.signal.throwIfAborted()
  const postgres = await openPostgres(environment.dataDir, { keys, account }, frame)
  announce('Avvio dei servizi…')
  const product = await startProduct({ environment, databaseUrl: postgres.url, keys })
  // Losing nothing does not hang on it: what is unfinished after this was not confirmed to anyone.
  opened.defer(() => within(15_000, product.close()))
  stopping.signal.throwIfAborted()
  return product.port
}

interface Prepared {
  keys: Keys
  account: Account
}

async function prepareCluster(dataDir: string): Promise<Prepared> {
  const dataExists = findCluster(dataDir) === 'present'
  const keys = openKeys(dataDir, { dataExists })
  if (await stopLeftover(clusterFolder(dataDir))) {
    announce('Fermato un PostgreSQL rimasto acceso dopo un arresto improvviso.')
  }
  const account = chooseAccount(findBinaries().postgres, dataDir)
  if (!dataExists) {
    announce('Creazione del database…')
    await createCluster(dataDir, account, passwordOf(keys))
  }
  return { keys, account }
}

async function openPostgres(
  dataDir: string,
  { keys, account }: Prepared,
  { opened, stopping, onLost }: Frame,
): Promise<Postgres> {
  announce('Avvio di PostgreSQL…')
  const log = openPostgresLog(path.join(dataDir, 'postgres.log'))
  opened.defer(() => log.close())
  const place = { dataDir, account, log, password: passwordOf(keys), signal: stopping.signal, onLost }
  const postgres = await startPostgres(place)
  opened.defer(() => postgres.stop())
  return postgres
}

// In an address as it is: base64 would need escaping.
function passwordOf(keys: Keys): string {
  return keys.database.toString('hex')
}
