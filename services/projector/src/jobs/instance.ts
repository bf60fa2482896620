import { setTimeout as pause } from 'node:timers/promises'
import { sumUpConsoleFailures } from '@tba/runtime/http/watch-console.ts'
import { playReplays } from '@tba/runtime/jobs/play-replays.ts'
import { raceTasks } from '@tba/runtime/jobs/race-tasks.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { acquireLeadership, type Candidate } from '../engine/leader/leader.ts'
import { type MailOptions, openMailer } from '../mail/mailer.ts'
import { chores, hourMs } from './chores/chores.ts'
import type { PolicyDeps } from './deps.ts'
import { createJobTables } from './job-tables.ts'
import { judgeAlarms } from './letters/judge-alarms.ts'
import { type Mornings, sendMornings } from './letters/send-mornings.ts'
import { findDueLetters } from './letters/send-reports.ts'
import { productDisks, watchProduct } from './letters/watch-product.ts'
import { policies as policiesOf } from './policies.ts'
import type { Backend, QueueSettings } from './queue/backend.ts'
import { type FollowerDeps, followLog } from './queue/follow-log.ts'
import { type JobQueue, openQueue, projectorBackend } from './queue/queue.ts'
import { reconcile } from './queue/reconcile.ts'
import { startWorker } from './queue/worker.ts'
import { projectionPlayer } from './replays/replay-projections.ts'

export type JobsDeps = Omit<PolicyDeps, 'mailer'> &
  QueueSettings & {
    mail: Omit<MailOptions, 'brand'>
    logger: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
    reconcileEveryMs?: number
    /** The pause after the first failure of a job. */
    retryMs?: number
    /** A worker without a heartbeat for this long counts as dead. */
    lockMs?: number
    standbyRetryMs?: number
  }

/** Takes jobs, and follows the log once elected, until the signal aborts. @throws any failure */
export async function runInstance(
  deps: JobsDeps,
  signal: AbortSignal,
  onReady: (backend: Pick<Backend, 'ping'>) => void,
): Promise<void> {
  const { connectionString, log, logger, pool, store, retryMs = 2_000, lockMs, standbyRetryMs } = deps
  // Leadership and checkpoints are there, and no projector may have run yet.
  await createJobTables(pool)
  await using opened = new AsyncDisposableStack()
  const mailer = openMailer({ ...deps.mail, brand: deps.brand }, logger)
  opened.defer(() => mailer.close())
  const backend = projectorBackend(deps)
  opened.defer(() => backend.close())
  const onError = (err: unknown) => logger.error({ err }, 'the queue does not answer')
  const queue = await openQueue(backend, { retryMs, onError, signal })
  opened.defer(() => queue.close())
  const policies = policiesOf({ ...deps, mailer })
  const hourly = chores({ ...deps, mailer })
  const worker = startWorker(backend, { log, pool, policies, chores: hourly, logger, lockMs })
  opened.defer(() => worker.close())
  const replaying = playReplays(projectionPlayer(deps))
  opened.defer(() => replaying.close())
  onReady(backend)

  const candidate = await acquireLeadership({ connectionString, applicationName: 'projector leader jobs' })
  opened.defer(() => candidate.close())
  const until = AbortSignal.any([signal, candidate.lost])
  await untilLeading(candidate, until, standbyRetryMs)
  const following = { store, pool, queue, policies }
  await raceTasks(until, within => [
    followLog(following, within),
    judgeForEver({ ...deps, mailer }, within),
    reconcileForEver({ ...deps, mailer }, { following, queue, chores: Object.keys(hourly) }, within),
  ])
  if (!signal.aborted) throw new Error('the connection that holds the lock was lost')
}

async function untilLeading(candidate: Candidate, signal: AbortSignal, retryMs = 500): Promise<void> {
  // Polls, because a statement that waits for a lock would hold its snapshot.
  while ((await candidate.claim(['jobs'])).length === 0) await pause(retryMs, undefined, { signal })
}

const judgeEveryMs = 5_000

/** Alarms are counted every five minutes at most; letters of reports are due at whole hours. */
async function judgeForEver(deps: JobsDeps & Mornings, signal: AbortSignal) {
  const { logger, connectionString, mail } = deps
  const disks = () => productDisks(connectionString, mail.folder)
  while (!signal.aborted) {
    // First: if the log has lost events, what follows it ends at once.
    await watchProduct({ ...deps, disks }).catch(err => logger.error({ err }, 'the product was not watched'))
    await judgeAlarms(deps).catch(err => logger.error({ err }, 'an alarm was not judged'))
    await findDueLetters(deps).catch(err => logger.error({ err }, 'a due letter was not recorded'))
    await pause(judgeEveryMs, undefined, { signal })
  }
}

type Reconciled = { following: FollowerDeps; queue: JobQueue; chores: readonly string[] }

/** At once, and every few minutes: the queue can lose jobs or give them up. */
async function reconcileForEver(
  deps: JobsDeps & Mornings,
  { following, queue, chores }: Reconciled,
  signal: AbortSignal,
): Promise<void> {
  const { logger, reconcileEveryMs = 300_000 } = deps
  while (!signal.aborted) {
    for (const name of chores) await queue.every(hourMs, name)
    if (await hasTable(deps.pool, 'command.console_failures')) await sumUpConsoleFailures(deps)
    await sendMornings(deps).catch(err => logger.error({ err }, 'the letters about calls were not sent'))
    const { openCount, overdueCount } = await reconcile(following)
    if (openCount > 0) logger.info({ openCount }, 'jobs are open')
    if (overdueCount > 0) logger.warn({ overdueCount }, 'erasures have been open for more than ten minutes')
    await pause(reconcileEveryMs, undefined, { signal })
  }
}
