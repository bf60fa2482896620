import { despiteQueries } from './backoff.ts'
import type { Candidate } from './leader.ts'
import { forget, versionsOf } from './version.ts'

/**
 * Forgets the projections that there are no more: those that are named, never what another build of the product knows
 * and this one does not. One that an older build still leads waits until it is free.
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
    if (gained.length === locks.length) await despiteQueries(signal, () => forget(candidate.client, name))
    for (const lock of gained) await candidate.yield(lock)
  }
}
