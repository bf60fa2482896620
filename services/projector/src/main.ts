import { brandName } from '@tba/events/brand.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { openMeasuredStore } from '@tba/runtime/measured-store.ts'
import { processMeters } from '@tba/runtime/meters.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { awaitServers } from '@tba/runtime/servers.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { eraseWhoCameBack } from '@tba/runtime/vault/erase-again.ts'
import { listingErasures } from '@tba/runtime/vault/erasure-list.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { openVault } from '@tba/runtime/vault/open-vault.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'
import { LogLostEvents } from './engine/lost-events.ts'
import { ChangedWithoutVersion } from './engine/source.ts'
import { readEnvironment } from './environment.ts'
import { serveHealth } from './health.server.ts'
import { readJobsEnvironment } from './jobs/environment.ts'
import { runJobs } from './jobs/run.ts'
import { measured } from './measured.ts'
import { run } from './run.ts'

const environment = readEnvironment(process.env)
const { connectionString, eventStoreUrl, secrets, logLevel, host, port, metricsToken } = environment
const jobsEnvironment = readJobsEnvironment(process.env)
const meters = processMeters()
const logger = createLogger({ service: 'projector', level: logLevel })
await awaitServers({ DATABASE_URL: connectionString, EVENTSTORE_URL: eventStoreUrl }, logger)

await using opened = new AsyncDisposableStack()
const pool = await createPool(connectionString, { applicationName: 'projector' })
opened.defer(() => pool.end())
await migrateVault(pool)
const keyring = await openVault({ pool, keks: keksOf(secrets, environment.rereadSecrets), connectionString })
opened.defer(() => keyring.close())
const store = await openMeasuredStore({ url: eventStoreUrl, applicationName: 'projector log' }, meters)
opened.defer(() => store.close())
const log = eventLog(store, keyring)
if (jobsEnvironment) {
  const again = await eraseWhoCameBack({ pool, log, keyring, secrets }, jobsEnvironment.erasuresFile)
  if (again.erased > 0)
    logger.warn(again, 'the database is older than the list of who was erased: they are so again')
}
const { onBatch } = measured(meters, { pool, store })
const projector = await run({
  log,
  store,
  pool,
  connectionString,
  logger,
  onBatch,
})
opened.defer(() => projector.stop())
if (jobsEnvironment) {
  const listing = listingErasures(keyring, jobsEnvironment.erasuresFile)
  const reach = { log, store, pool, keyring: listing, connectionString, secrets, logger }
  const pictures = picturesOnDisk(jobsEnvironment.picturesFolder)
  const jobs = runJobs({ ...jobsEnvironment, ...reach, pictures, brand: brandName })
  opened.defer(() => jobs.stop())
} else logger.info({}, 'no PUBLIC_URL: this process runs no jobs')
if (port !== null) {
  const health = await serveHealth(projector, { host, port }, { meters, metricsToken })
  opened.defer(() => health.close())
}

const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop())
try {
  // What is refused is not tried again.
  await Promise.race([stopped, projector.ready.then(() => stopped)])
} catch (error) {
  if (!(error instanceof ChangedWithoutVersion || error instanceof LogLostEvents)) throw error
  console.error(error.message)
  process.exitCode = 1
}
