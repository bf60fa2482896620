import { LRUCache } from 'lru-cache'

/** What all events of a visit have in common, as its first one said it. */
export type Origin = { userAgent: string | null; referrer: string | null }

type Seen = {
  /** Null where another process, or this one before a restart, recorded the start of the visit. */
  origin: Origin | null
  /** How many events its stream has, as far as this process knows. */
  recorded: number
  underWay: number
}

const most = 50_000
const unseen: Seen = { origin: null, recorded: 0, underWay: 0 }

export type Visits = ReturnType<typeof visits>

/**
 * The visits that this process has seen. For a forgotten one an append is refused and repeated, nothing else.
 * @param eventsAtMost of one visit, all processes together; calls of several at once may exceed it by what they hold
 */
export function visits(eventsAtMost = Number.POSITIVE_INFINITY) {
  const seen = new LRUCache<string, Seen>({ max: most })
  return {
    known: (visitId: string) => seen.has(visitId),
    originOf: (visitId: string) => seen.get(visitId)?.origin ?? null,
    /** @param recorded how many events the visit's stream has */
    remember(visitId: string, { origin, recorded }: Pick<Seen, 'origin' | 'recorded'>) {
      const visit = seen.get(visitId) ?? { ...unseen }
      visit.origin ??= origin
      visit.recorded = Math.max(visit.recorded, recorded)
      seen.set(visitId, visit)
    },
    /** Runs work that appends this many events, and says where the stream is then; false where they are too many for a visit. */
    async within(visitId: string, count: number, append: () => Promise<{ recorded: number }>) {
      const visit = seen.get(visitId) ?? { ...unseen }
      if (visit.recorded + visit.underWay + count > eventsAtMost) return false
      visit.underWay += count
      try {
        const { recorded } = await append()
        visit.recorded = Math.max(visit.recorded, recorded)
      } finally {
        visit.underWay -= count
      }
      return true
    },
  }
}
