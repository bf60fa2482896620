import { hash } from 'node:crypto'
import { memoized } from '@tba/events/memoized.ts'
import { LRUCache } from 'lru-cache'

/** What all events of a visit have in common, as hashes. Visitors choose the texts: kilobytes for each of thousands of visits. */
export type Origin = { userAgent: string | null; referrer: string | null }

/** Thousands of visits have the same few texts. */
const hashOf = memoized((text: string) => hash('sha256', text, 'base64url'), 1_000)
export const hashed = (text: string | null) => text && hashOf(text)
/** @param data of the first event, with the texts */
export const originIn = ({ userAgent, referrer }: Origin): Origin => ({
  userAgent: hashed(userAgent),
  referrer: hashed(referrer),
})

type KnownVisit = {
  /** Null if another process, or this one before a restart, recorded the start of the visit. */
  origin: Origin | null
  /** How many events its stream has, as far as this process knows. */
  recorded: number
  pending: number
}

const maxVisits = 50_000
const unknownVisit: KnownVisit = { origin: null, recorded: 0, pending: 0 }

export type Visits = ReturnType<typeof visits>

/**
 * The visits that this process has seen. If it has forgotten one, an append is refused and repeated.
 * @param maxEvents of one visit, in all processes. Parallel calls may exceed it by their own events
 */
export function visits(maxEvents = Number.POSITIVE_INFINITY) {
  const knownVisits = new LRUCache<string, KnownVisit>({ max: maxVisits })
  return {
    isKnown: (visitId: string) => knownVisits.has(visitId),
    originOf: (visitId: string) => knownVisits.get(visitId)?.origin ?? null,
    /** @param recorded how many events the visit's stream has */
    remember(visitId: string, { origin, recorded }: Pick<KnownVisit, 'origin' | 'recorded'>) {
      const visit = knownVisits.get(visitId) ?? { ...unknownVisit }
      visit.origin ??= origin
      visit.recorded = Math.max(visit.recorded, recorded)
      knownVisits.set(visitId, visit)
    },
    /**
     * Appends this many events and remembers the new length of the stream.
     * @param count 0: however many the visit has
     * @returns false if the visit would have too many
     */
    async appendWithinLimit(visitId: string, count: number, append: () => Promise<{ recorded: number }>) {
      const visit = knownVisits.get(visitId) ?? { ...unknownVisit }
      if (count > 0 && visit.recorded + visit.pending + count > maxEvents) return false
      visit.pending += count
      try {
        const { recorded } = await append()
        visit.recorded = Math.max(visit.recorded, recorded)
      } finally {
        visit.pending -= count
      }
      return true
    },
  }
}
