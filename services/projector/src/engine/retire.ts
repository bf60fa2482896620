import { despiteQueries } from './backoff.ts'
import type { Candidate } from './leader.ts'
import type { Projection } from './projection.ts'
import { forget, versionsOf } from './version.ts'

/** A name that is in the code no longer, and the projection that has taken over from it, if any. */
export type Retired = { name: string; successor?: Projection }

/**
 * Drops projections that were removed from the code. They are named, since what this build does not know may belong to
 * a newer one. A projection that an older build still leads is to be dropped later, once it has no leader.
 * @returns whether all are gone
 */
export async function retire(
  candidate: Candidate,
  retired: readonly Retired[],
  signal: AbortSignal,
): Promise<boolean> {
  let areGone = true
  for (const { name, successor } of retired) {
    const locks = (await versionsOf(candidate.client, name)).map(version => `${name}@${version}`)
    if (locks.length === 0) continue
    const gained = await candidate.claim(locks)
    const isFree = gained.length === locks.length
    areGone &&= isFree
    try {
      if (isFree) await despiteQueries(signal, () => forget(candidate.client, name, successor))
    } finally {
      for (const lock of gained) await candidate.yield(lock)
    }
  }
  return areGone
}

/** What these have taken over from. */
export function formersOf(projections: Iterable<Projection>): Retired[] {
  return [...projections].flatMap(successor => (successor.formerly ?? []).map(name => ({ name, successor })))
}
