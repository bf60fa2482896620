import { despiteQueries } from './backoff.ts'
import type { Candidate } from './leader.ts'
import { forget, versionsOf } from './version.ts'

/**
 * Drops projections that were removed from the code. They are named, since what this build does not know may belong to
 * a newer one. A projection that an older build still leads is to be dropped later, once it has no leader.
 * @returns whether all are gone
 */
export async function retire(
  candidate: Candidate,
  retired: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  let areGone = true
  for (const name of retired) {
    const locks = (await versionsOf(candidate.client, name)).map(version => `${name}@${version}`)
    if (locks.length === 0) continue
    const gained = await candidate.claim(locks)
    const isFree = gained.length === locks.length
    areGone &&= isFree
    try {
      if (isFree) await despiteQueries(signal, () => forget(candidate.client, name))
    } finally {
      for (const lock of gained) await candidate.yield(lock)
    }
  }
  return areGone
}
