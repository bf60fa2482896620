import path from 'node:path'
import type { OpenedStore } from '@tba/event-store/port.ts'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { referrerHost } from '@tba/events/tracking/page.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { type HttpServerOptions, httpServer } from '@tba/runtime/http/http-server.ts'
import { type Checks, health } from '@tba/runtime/http/operations/health.ts'
import { playReplays } from '@tba/runtime/jobs/play-replays.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { lostEvents } from '@tba/runtime/log/lost-events.ts'
import type { Meters } from '@tba/runtime/meters.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { LakeStore } from '@tba/runtime/storage/lake.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { countAlarms } from './alarms/count-alarms.ts'
import { measureCopy, openCopy } from './analytics/copy/copy.ts'
import type { Deps } from './deps.ts'
import { announcements } from './freshness/announcements.ts'
import { checkpoints } from './freshness/checkpoints.ts'
import { assertKeepingUp, freshness } from './freshness/freshness.ts'
import { logHead, withRestoreDetection } from './freshness/log-head.ts'
import { readSideOf } from './freshness/read-side.ts'
import { LiveEvents } from './history/live-events.ts'
import { keepLake } from './lake/lake.ts'
import { changesProjection, customerChanges } from './live/changes.ts'
import { live } from './live/live.ts'
import { measureLostEvents } from './projections/lost-events.ts'
import { answering } from './questions/questions.ts'
import { openAdminSessions } from './reads/open-session.ts'
import { rowReader } from './reads/row-reader.ts'
import { copyPlayer } from './replays/copy-player.ts'
import { readReplica } from './replica/replica.ts'
import { countLetters } from './reports/count-letters.ts'
import { projections, routes } from './routes.ts'
import { sqlProcesses } from './sql/sql-processes.ts'

export type ServiceOptions = {
  pool: DatabasePool
  /** Connects to a standby, for reads. */
  openReplica?: (() => Promise<DatabasePool>) | null
  /** Read for its head. Only looks and exports of administrators, and ends of replays, are appended. */
  store: OpenedStore
  /** Must listen for keys that other processes destroy: see `openVault`. */
  keyring: Keyring
  secrets: Pick<Secrets, 'tickets'>
  /** Of the read tables' database, for the connection that listens to the projector. */
  connectionString: string
  /** The storage of pictures and replay results. */
  objects: Objects
  /** The analysts' copy of the log: a folder of this process alone, and what DuckDB may take in memory. */
  analytics: { folder: string; memoryMb: number; eventStoreUrl: string }
  /** Where its files for other programs go, and how often. Without it they stay with this process. */
  lake?: { open?: () => Promise<LakeStore>; everyMs?: number } | undefined
  /** Its pages are no sources of visits. */
  publicUrl: string
  /** How long backups can hold what was erased. */
  backupsKeptDays?: number | undefined
  meters?: Meters
  /** How long an answer waits for the client's own writes, in ms; 2 s by default. */
  waitMs?: number
}

const listenWithinMs = 5_000
const lookEveryMs = 1_000
const lookForAlarmsMs = 5_000

/**
 * Adds this service’s routes to a server, which may also have those of other services. @returns the checks for
 * `/readyz`
 */
export function queries(app: App, options: ServiceOptions): Checks {
  const { pool, store, keyring, secrets, connectionString, objects, waitMs, analytics } = options
  const known = checkpoints()
  const liveStreams = live({
    changes: customerChanges(pool),
    onError: error => app.log.warn({ err: error }, 'the changes for live screens could not be read'),
  })
  const announced = announcements({
    connectionString,
    into: known,
    onAdvance: () => liveStreams.look(known.of(changesProjection)),
    onLost: error =>
      app.log.warn({ err: error }, 'the connection that listens to the projector is lost for now'),
  })
  const onRestore = () => void announced.refresh()
  const head = logHead(withRestoreDetection({ ask: () => store.head(), checkpoints: known, onRestore }))
  // Nobody may ask while the log is replaced by an older one.
  const looking = setInterval(() => void head.read().catch(() => {}), lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(looking))
  // The service is ready once it listens to the projector. Without a database the service starts anyway.
  app.addHook('onReady', () => withTimeout(listenWithinMs, announced.opened, () => {}).catch(() => {}))
  const readSide = readSideOf({ head, store })
  const liveEvents = new LiveEvents({
    store,
    readSide: () => readSide(copy.state().position),
    openSessions: sids => openAdminSessions(pool, sids),
    isLost: async seen => (await lostEvents(store, [seen])).length > 0,
    onError: error => app.log.warn({ err: error }, 'the log could not be followed for those who watch it'),
  })
  // An open live stream would keep the server from closing.
  app.addHook('preClose', async () => {
    liveStreams.close()
    liveEvents.close()
  })
  app.addHook('onClose', () => announced.close())
  const rows = rowReader(connectionString)
  app.addHook('onClose', () => rows.close())
  const copy = openCopy({
    ...analytics,
    answering,
    siteHost: referrerHost(options.publicUrl),
    head,
    waitMs,
    onError: error => app.log.warn({ err: error }, 'the analytics copy has failed, and is tried again'),
  })
  app.addHook('onClose', () => copy.close())
  const lake = keepLake({
    copy,
    pool,
    ...options.lake,
    folder: path.join(analytics.folder, 'lake'),
    onError: error => app.log.warn({ err: error }, 'the lake could not be written, and is tried again'),
  })
  app.addHook('preClose', () => lake.close())
  const statements = sqlProcesses({ folder: lake.folder })
  app.addHook('preClose', async () => statements.close())
  if (options.meters) {
    measureCopy(options.meters, copy)
    measureLostEvents(options.meters, pool)
  }
  const { openReplica: open, meters } = options
  const replica = open ? readReplica({ primary: pool, open, log: app.log, meters }) : null
  app.addHook('onClose', () => replica?.close())
  const log = eventLog(store, keyring)
  app.storeConsole({ pool, log })
  const deps: Deps = {
    pool,
    replica,
    copy,
    lake,
    sql: statements,
    rows,
    live: liveStreams,
    objects,
    log,
    store,
    liveEvents,
    readSide,
    secrets,
    backupsKeptDays: options.backupsKeptDays ?? null,
    freshness: freshness({ checkpoints: known, head, onTimeout: () => void announced.refresh(), waitMs }),
  }
  const onError = (err: unknown) => app.log.warn({ err }, 'a replay has failed')
  const replaying = playReplays(copyPlayer({ ...deps, connectionString, onError }))
  app.addHook('preClose', () => replaying.close())
  const onCountError = (err: unknown) =>
    app.log.warn({ err }, 'an alarm or a letter was not counted, and is tried again')
  const counting = setInterval(() => {
    void countAlarms({ pool, copy, head: head.read }).catch(onCountError)
    void countLetters({ ...deps, head: head.read }).catch(onCountError)
  }, lookForAlarmsMs).unref()
  app.addHook('preClose', async () => clearInterval(counting))
  routes(app, deps)
  return {
    log: head.read,
    database: () => pool.one(sql.type(z.object({ up: z.int() }))`select 1 as up`),
    announcements: async () => announced.assertListening(),
    projections: () => assertKeepingUp({ ...deps, head, checkpoints: known }, projections),
  }
}

/** This service alone on its server. */
export async function buildApp(options: ServiceOptions & HttpServerOptions): Promise<App> {
  const app = await httpServer(options)
  health(app, queries(app, options))
  return app
}
