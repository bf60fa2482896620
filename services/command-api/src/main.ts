import { watchDatabases } from '@tba/runtime/disk.ts'
import { readServiceEnvironment } from '@tba/runtime/environment.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'
import { openMeasuredStore } from '@tba/runtime/measured-store.ts'
import { processMeters } from '@tba/runtime/meters.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { openRedis } from '@tba/runtime/redis/link.ts'
import { sharedBuckets } from '@tba/runtime/redis/shared-buckets.ts'
import { awaitServers } from '@tba/runtime/servers.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { openVault } from '@tba/runtime/vault/open-vault.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'
import { buildApp } from './app.ts'

const environment = readServiceEnvironment(process.env)
const { connectionString, eventStoreUrl, redisUrl, secrets, host, port, picturesFolder } = environment
const meters = processMeters()
const logger = createLogger({ service: 'command-api', level: environment.logLevel })
await awaitServers({ DATABASE_URL: connectionString, EVENTSTORE_URL: eventStoreUrl }, logger)

await using opened = new AsyncDisposableStack()
const pool = await createPool(connectionString, { applicationName: 'command-api' })
opened.defer(() => pool.end())
await migrateVault(pool)
const keyring = await openVault({
  pool,
  keks: keksOf(environment.secrets, environment.rereadSecrets),
  connectionString,
})
opened.defer(() => keyring.close())
const store = await openMeasuredStore({ url: eventStoreUrl }, meters)
opened.defer(() => store.close())
const redis = redisUrl ? await openRedis({ url: redisUrl, name: 'command-api', logger, meters }) : null
opened.defer(() => redis?.close())
const app = await buildApp({
  ...environment,
  keyring,
  pool,
  store,
  logger,
  meters,
  redis,
  ...(redis && { buckets: sharedBuckets(redis, secrets.lookups) }),
  disk: await watchDatabases([connectionString, eventStoreUrl], logger),
  pictures: picturesOnDisk(picturesFolder),
})
opened.defer(() => app.close())
await app.listen({ host, port })

const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop())
await stopped
