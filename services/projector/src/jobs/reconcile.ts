import type { FollowerDeps } from './follow-log.ts'
import { allOpenJobs, closeJobs, type OpenJob } from './open-jobs.ts'
import { isFresh, type Policies, policyFor } from './policy.ts'

/** A letter may have to wait for its server. What is never too old, an erasure, takes seconds. */
const overdueAfterMs = 600_000

/**
 * Enqueues again every job that is not done: the queue may have lost it, or given it up. A job that the queue still has
 * is left alone. @returns how many jobs are open, and how many of those should have been done long ago
 */
export async function reconcile({ pool, policies, queue }: Omit<FollowerDeps, 'store'>) {
  let openCount = 0
  let overdueCount = 0
  for await (const jobs of allOpenJobs(pool)) {
    // What no policy of this build asks for may be asked for by one of a newer build, or once a setting is back.
    const its = jobs.filter(({ type }) => policyFor(policies, type))
    const open = its.filter(job => isFresh(policies, { ...job, metadata: {} }))
    await queue.enqueue(open)
    await closeJobs(
      pool,
      its.filter(job => !open.includes(job)),
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
