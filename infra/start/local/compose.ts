import { commands } from '@tba/command-api/app.ts'
import { brandName } from '@tba/events/brand.ts'
import type { JobsDeps } from '@tba/projector/jobs/instance.ts'
import { runJobs } from '@tba/projector/jobs/run.ts'
import { measured } from '@tba/projector/measured.ts'
import { run as runProjector } from '@tba/projector/run.ts'
import { queries } from '@tba/query-api/app.ts'
import { type Disk, watchDatabases } from '@tba/runtime/disk.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { health } from '@tba/runtime/http/health.ts'
import { type HttpServerOptions, httpServer } from '@tba/runtime/http/http-server.ts'
import type { createLogger } from '@tba/runtime/http/logger.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { openMeasuredStore } from '@tba/runtime/measured-store.ts'
import { createMeters } from '@tba/runtime/meters.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { openRedis } from '@tba/runtime/redis/link.ts'
import { sharedBuckets } from '@tba/runtime/redis/shared-buckets.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { eraseWhoCameBack } from '@tba/runtime/vault/erase-again.ts'
import { listingErasures } from '@tba/runtime/vault/erasure-list.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { openVault } from '@tba/runtime/vault/open-vault.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'

export interface Parts extends Omit<HttpServerOptions, 'secrets' | 'logger'> {
  databaseUrl: string
  /** Where the log is; in that database where it is absent. */
  eventStoreUrl?: string | undefined
  /** Where processes share limits and the job queue. */
  redisUrl?: string | undefined
  secrets: Secrets
  /** As their file now has them: the key that wraps others may be changed meanwhile. */
  rereadSecrets?: () => Secrets
  picturesFolder: string
  /** Where the analysts' copy of the log lies, and what it may take in memory. */
  analytics: { folder: string; memoryMb: number }
  /** Of the log and the tables; what can be known of it where it is absent. */
  disk?: Disk
  /** Where those who were erased are listed: see `erasure-list.ts`. */
  erasuresFile?: string
  /** The settings of the jobs (letters, notices, erasures); without them, what is to be done waits in the log. */
  jobs?: JobsParts
  logger: ReturnType<typeof createLogger>
  admin?: { email: string; password?: string | undefined }
  onAdminMade?: (password: string) => void
  /** Rebuilds a projection that changed under its live version instead of refusing it: for development. */
  foldsChanged?: boolean | undefined
  onBuilding?: (progress: { projections: string[]; eventCount: number }) => void
}

export type JobsParts = Pick<
  JobsDeps,
  | 'mail'
  | 'visitsKeptDays'
  | 'lateAppendsMs'
  | 'notifyEmail'
  | 'reconcileEveryMs'
  | 'retryMs'
  | 'lockMs'
  | 'standbyRetryMs'
>

export interface Composition extends AsyncDisposable {
  app: App
}

/** All services in this process, over one log and one pool; resolves when every projection has caught up. */
export async function compose(parts: Parts): Promise<Composition> {
  const { databaseUrl, redisUrl, secrets, logger, picturesFolder, jobs, onBuilding, ...options } = parts
  const { eventStoreUrl = databaseUrl, meters = createMeters() } = options
  await using opening = new AsyncDisposableStack()

  const pool = await createPool(databaseUrl, { max: 20 })
  opening.defer(() => pool.end())
  await migrateVault(pool)
  const keyring = await openVault({
    pool,
    keks: keksOf(secrets, parts.rereadSecrets),
    connectionString: databaseUrl,
  })
  opening.defer(() => keyring.close())
  const store = await openMeasuredStore({ url: eventStoreUrl }, meters)
  opening.defer(() => store.close())

  const redis = redisUrl ? await openRedis({ url: redisUrl, name: 'listino', logger, meters }) : null
  opening.defer(() => redis?.close())
  const { onBatch } = measured(meters, { pool, store })

  const log = eventLog(store, keyring)
  if (parts.erasuresFile) {
    const again = await eraseWhoCameBack({ pool, log, keyring, secrets }, parts.erasuresFile)
    if (again.erased > 0)
      logger.warn(again, 'the database is older than the list of who was erased: they are so again')
  }
  const projector = await runProjector({
    log,
    store,
    pool,
    connectionString: databaseUrl,
    logger,
    onBatch,
    foldsChanged: options.foldsChanged,
    ...(onBuilding && { onProgress: onBuilding }),
  })
  opening.defer(() => projector.stop())
  await projector.ready

  const pictures = picturesOnDisk(picturesFolder)
  const disk = parts.disk ?? (await watchDatabases([databaseUrl, eventStoreUrl], logger))
  const buckets = redis ? sharedBuckets(redis, secrets.lookups) : undefined
  const app = await httpServer({ ...options, secrets, logger, meters, buckets })
  opening.defer(() => app.close())
  const written = await commands(app, { ...options, store, keyring, pool, redis, secrets, pictures, disk })
  const read = queries(app, {
    pool,
    store,
    keyring,
    secrets,
    connectionString: databaseUrl,
    pictures,
    meters,
    analytics: { ...options.analytics, eventStoreUrl },
    ...(jobs && { replays: { redisUrl } }),
  })
  const leading = async () => {
    if (!projector.health().healthy) throw new Error('projecting failed and is tried again')
    return (await projector.parkedCount()) > 0 ? 'parked' : 'ok'
  }
  health(app, { ...written, ...read, projector: leading })

  // Last, since nothing waits for them.
  if (jobs) {
    const { publicUrl } = options
    const { erasuresFile } = parts
    const listing = erasuresFile ? listingErasures(keyring, erasuresFile) : keyring
    const reach = { log, store, pool, keyring: listing, connectionString: databaseUrl }
    const running = runJobs({
      ...jobs,
      ...reach,
      redisUrl,
      secrets,
      publicUrl,
      brand: brandName,
      pictures,
      logger,
    })
    opening.defer(() => running.stop())
  }

  const opened = opening.move()
  return { app, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
