import { join } from 'node:path'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { assertNoTransactionPooler } from '@tba/runtime/postgres/transaction-pooler.ts'
import { waitForServer } from '@tba/runtime/servers.ts'
import { leaveThreads } from '@tba/runtime/service.ts'
import { lockFolder, prepareDataFolder } from './data/data-folder.ts'
import { type Database, openDatabase, type Scope } from './data/database.ts'
import type { Environment } from './environment.ts'
import { checkAddress } from './ports.ts'
import { startProduct } from './product.ts'
import { announce } from './progress.ts'
import { webClient } from './web-client.ts'

/** Starts the product. Resolves with its port when it answers. Throws StartRefusal. */
export async function start(environment: Environment, scope: Scope): Promise<number> {
  const { opened, stopping } = scope
  if (environment.limitScale !== 1)
    announce(`Note: LIMIT_SCALE multiplies every limit by ${environment.limitScale}.`)
  if (environment.publicUrl?.startsWith('https:') && !environment.trustProxy)
    announce(
      'Note: PUBLIC_URL is https, but without TRUST_PROXY all who come through the proxy share one address’s limits.',
    )
  const { url, keys } = await startDatabase(environment, scope)
  if (!environment.smtpUrl)
    announce(`Without SMTP_URL, letters become files in ${join(environment.dataDir, 'mail')}.`)
  announce('Starting the services…')
  const product = await startProduct({
    environment,
    databaseUrl: url,
    keys,
    webClient: webClient(),
    signal: stopping.signal,
  })
  // After this time nothing is lost either: unfinished requests were not confirmed.
  opened.defer(() => withTimeout(15_000, product.close(), leaveThreads))
  stopping.signal.throwIfAborted()
  return product.port
}

/** Everything before the services: the locked data folder and the database. Throws StartRefusal. */
export async function startDatabase(environment: Environment, scope: Scope): Promise<Database> {
  prepareDataFolder(environment.dataDir)
  lockFolder(environment.dataDir, scope.opened)
  await checkAddress(environment)
  if (environment.eventStoreUrl) {
    const warn = (_: object, sentence: string) => announce(`${sentence}…`)
    await waitForServer('EVENTSTORE_URL', environment.eventStoreUrl, { warn })
    await assertNoTransactionPooler({ EVENTSTORE_URL: environment.eventStoreUrl })
  }
  return openDatabase(environment.dataDir, scope, environment.databaseUrl)
}
