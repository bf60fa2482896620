import { allOpenJobs, closeJobs, type OpenJob } from '../job-tables.ts'
import { isFresh, type Policies, policyFor } from '../policy.ts'
import type { FollowerDeps } from './follow-log.ts'

/** A letter may wait for its server. An erasure, which is never too old, takes seconds. */
const overdueAfterMs = 600_000

/**
 * Enqueues every open job again: the queue may have lost it, or given it up. A job that is still queued stays as it is.
 * @returns the number of open jobs, and of those that are overdue
 */
export async function reconcile({ pool, policies, queue }: Omit<FollowerDeps, 'store'>) {
  let openCount = 0
  let overdueCount = 0
  for await (const jobs of allOpenJobs(pool)) {
    // A newer build, or a setting that returns, may have the policy for other types.
    const ofQueue = jobs.filter(({ type }) => policyFor(policies, type))
    const open = ofQueue.filter(job => isFresh(policies, { ...job, metadata: {} }))
    await queue.enqueue(open)
    await closeJobs(
      pool,
      ofQueue.filter(job => !open.includes(job)),
    )
    openCount += open.length
    overdueCount += open.filter(job => isOverdue(policies, job)).length
  }
  return { openCount, overdueCount }
}

function isOverdue(policies: Policies, { type, recordedAt }: OpenJob): boolean {
  const neverTooOld = policyFor(policies, type)?.withinMs === null
  return neverTooOld && Date.now() - Date.parse(recordedAt) > overdueAfterMs
}
