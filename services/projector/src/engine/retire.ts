import { despiteQueries } from './backoff.ts'
import type { Candidate } from './leader.ts'
import { forget, versionsOf } from './version.ts'

/**
 * Drops projections that were removed from the code. They are named, since what this build does not know may belong to
 * a newer one. A projection that an older build still leads is dropped later, once it has no leader.
 */
export async function retire(
  candidate: Candidate,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const name of names) {
    const locks = (await versionsOf(candidate.client, name)).map(version => `${name}@${version}`)
    if (locks.length === 0) continue
    const gained = await candidate.claim(locks)
    try {
      if (gained.length === locks.length) await despiteQueries(signal, () => forget(candidate.client, name))
    } finally {
      for (const lock of gained) await candidate.yield(lock)
    }
  }
}
