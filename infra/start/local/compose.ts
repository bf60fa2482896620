import { commands } from '@tba/command-api/app.ts'
import { brandName } from '@tba/events/brand.ts'
import { measured } from '@tba/projector/health/measured.ts'
import type { JobsDeps } from '@tba/projector/jobs/instance.ts'
import { type Jobs, runJobs } from '@tba/projector/jobs/run.ts'
import { run as runProjector } from '@tba/projector/run.ts'
import { queries, type ServiceOptions } from '@tba/query-api/app.ts'
import { type Disk, watchDatabases } from '@tba/runtime/disk.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { type HttpServerOptions, httpServer } from '@tba/runtime/http/http-server.ts'
import { health } from '@tba/runtime/http/operations/health.ts'
import type { createLogger } from '@tba/runtime/http/operations/logger.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { openSharedResources } from '@tba/runtime/shared-resources.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'

export interface ComposeOptions extends Omit<HttpServerOptions, 'secrets' | 'logger'> {
  databaseUrl: string
  /** The log; in the same database by default. */
  eventStoreUrl?: string | undefined
  /** A standby of the database, for reads. */
  replicaUrl?: string | undefined
  /** Processes share limits and the job queue here. */
  redisUrl?: string | undefined
  secrets: Secrets
  /** Reads the secrets again: the KEK may change meanwhile. */
  rereadSecrets?: () => Secrets
  /** The storage of pictures and replay results. */
  objects: Objects
  /** The folder and memory limit of the analytics copy. */
  analytics: { folder: string; memoryMb: number }
  lake?: ServiceOptions['lake']
  backupsKeptDays?: number | undefined
  /** Of the log and the tables; detected if absent. */
  disk?: Disk
  /** The list of erased persons: see `erasure-list.ts`. */
  erasuresFile?: string
  /** The settings of the jobs (letters, notices, erasures). Without them open jobs wait in the log. */
  jobs?: JobsOptions
  logger: ReturnType<typeof createLogger>
  /** PUBLIC_URL, if the environment sets it. */
  givenUrl?: string | undefined
  admin?: { email: string; password?: string | undefined }
  onAdminCreated?: (password: string) => void
  /** Rebuilds a projection that changed under its live version, and does not refuse it: for development. */
  foldsChanged?: boolean | undefined
  /** Ends the folding of the read tables, also before `compose` resolves. */
  signal?: AbortSignal | undefined
  onBuilding?: (progress: { projections: string[]; eventCount: number }) => void
}

export type JobsOptions = Pick<
  JobsDeps,
  | 'mail'
  | 'visitsKeptDays'
  | 'lateAppendsMs'
  | 'notifyEmail'
  | 'noticesAnHour'
  | 'reconcileEveryMs'
  | 'retryMs'
  | 'lockMs'
  | 'standbyRetryMs'
>

/** All services in this process, with one log and one pool. Resolves when every projection has caught up. */
export async function compose(parts: ComposeOptions): Promise<AsyncDisposable & { app: App }> {
  const { databaseUrl: connectionString, redisUrl, secrets, logger, jobs, onBuilding, ...options } = parts
  const { eventStoreUrl = connectionString } = options
  await using opening = new AsyncDisposableStack()
  const resources = opening.use(
    await openSharedResources({
      ...options,
      connectionString,
      redisUrl,
      secrets,
      logger,
      name: 'listino',
      // All pools together: see `connectionsOfProcess`.
      maxConnections: 18,
    }),
  )
  const { meters } = resources
  const projector = await runProjector({
    ...resources,
    ...measured(meters, resources),
    logger,
    foldsChanged: options.foldsChanged,
    signal: options.signal,
    ...(onBuilding && { onProgress: onBuilding }),
  })
  opening.defer(() => projector.stop())
  await projector.ready

  const disk = parts.disk ?? (await watchDatabases([connectionString, eventStoreUrl], logger))
  const app = await httpServer({ ...options, ...resources, secrets, logger })
  opening.defer(() => app.close())
  const lettersFolder = jobs?.mail.folder
  const written = await commands(app, { ...options, ...resources, secrets, disk, lettersFolder })
  const read = queries(app, {
    ...resources,
    secrets,
    objects: options.objects,
    publicUrl: options.publicUrl,
    analytics: { ...options.analytics, eventStoreUrl },
    lake: options.lake,
    backupsKeptDays: options.backupsKeptDays,
  })
  let running: Jobs | undefined
  health(app, {
    ...written,
    ...read,
    projector: projector.readiness,
    ...(jobs && { jobs: async () => running?.readiness() ?? 'waiting' }),
  })

  // Last, because nothing waits for them.
  if (jobs) {
    const { publicUrl, objects } = options
    const started = runJobs({
      ...jobs,
      ...resources,
      redisUrl,
      secrets,
      publicUrl,
      objects,
      logger,
      brand: brandName,
    })
    running = started
    opening.defer(() => started.stop())
  }

  const opened = opening.move()
  return { app, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
