import { LRUCache } from 'lru-cache'

/** What all events of a visit have in common, as its first one said it. */
export type Origin = { userAgent: string | null; referrer: string | null }

/** The visits that this process has seen. For a forgotten one an append is refused and repeated, nothing else. */
export type Visits = {
  known(visitId: string): boolean
  /** Null where another process, or this one before a restart, recorded the start of the visit. */
  originOf(visitId: string): Origin | null
  remember(visitId: string, origin: Origin | null): void
}

const most = 50_000

export function visits(): Visits {
  const seen = new LRUCache<string, { origin: Origin | null }>({ max: most })
  return {
    known: visitId => seen.has(visitId),
    originOf: visitId => seen.get(visitId)?.origin ?? null,
    remember: (visitId, origin) => void seen.set(visitId, { origin }),
  }
}
