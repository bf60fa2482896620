import { commands } from '@tba/command-api/app.ts'
import { brandName } from '@tba/events/brand.ts'
import type { JobsDeps } from '@tba/projector/jobs/instance.ts'
import { runJobs } from '@tba/projector/jobs/run.ts'
import { measured } from '@tba/projector/measured.ts'
import { run as runProjector } from '@tba/projector/run.ts'
import { queries } from '@tba/query-api/app.ts'
import { type Disk, watchDatabases } from '@tba/runtime/disk.ts'
import { openFoundations } from '@tba/runtime/foundations.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { health } from '@tba/runtime/http/health.ts'
import { type HttpServerOptions, httpServer } from '@tba/runtime/http/http-server.ts'
import type { createLogger } from '@tba/runtime/http/logger.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'

export interface Parts extends Omit<HttpServerOptions, 'secrets' | 'logger'> {
  databaseUrl: string
  /** Where the log is; in that database where it is absent. */
  eventStoreUrl?: string | undefined
  /** A standby of that database, for reads. */
  replicaUrl?: string | undefined
  /** Where processes share limits and the job queue. */
  redisUrl?: string | undefined
  secrets: Secrets
  /** As their file now has them: the key that wraps others may be changed meanwhile. */
  rereadSecrets?: () => Secrets
  /** Where pictures and results of replays lie. */
  objects: Objects
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
  onAdminCreated?: (password: string) => void
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
  const { databaseUrl: connectionString, redisUrl, secrets, logger, jobs, onBuilding, ...options } = parts
  const { eventStoreUrl = connectionString } = options
  await using opening = new AsyncDisposableStack()
  const foundations = opening.use(
    await openFoundations({
      ...options,
      name: 'listino',
      connectionString,
      redisUrl,
      secrets,
      logger,
      maxConnections: 20,
    }),
  )
  const { meters } = foundations
  const projector = await runProjector({
    ...{ ...foundations, ...measured(meters, foundations), logger, foldsChanged: options.foldsChanged },
    ...(onBuilding && { onProgress: onBuilding }),
  })
  opening.defer(() => projector.stop())
  await projector.ready

  const disk = parts.disk ?? (await watchDatabases([connectionString, eventStoreUrl], logger))
  const app = await httpServer({ ...options, ...foundations, secrets, logger })
  opening.defer(() => app.close())
  const written = await commands(app, { ...options, ...foundations, secrets, disk })
  const read = queries(app, {
    ...{ ...foundations, secrets, objects: options.objects },
    analytics: { ...options.analytics, eventStoreUrl },
  })
  const leading = async () => {
    if (!projector.health().healthy) throw new Error('projecting failed and is tried again')
    return (await projector.parkedCount()) > 0 ? 'parked' : 'ok'
  }
  health(app, { ...written, ...read, projector: leading })

  // Last, since nothing waits for them.
  if (jobs) {
    const { publicUrl } = options
    const running = runJobs({
      ...jobs,
      ...foundations,
      redisUrl,
      secrets,
      publicUrl,
      brand: brandName,
      objects: options.objects,
      logger,
    })
    opening.defer(() => running.stop())
  }

  const opened = opening.move()
  return { app, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
