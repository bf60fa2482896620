/** What all events of a visit have in common, as its first one said it. */
export type Origin = { userAgent: string | null; referrer: string | null }

/** The visits that this process has seen. Forgetting one costs a refused append, nothing else. */
export type Visits = {
  known(visitId: string): boolean
  /** Null where another process, or an earlier life of this one, saw the visit begin. */
  originOf(visitId: string): Origin | null
  remember(visitId: string, origin: Origin | null): void
}

const most = 50_000

export function visits(): Visits {
  let young = new Map<string, Origin | null>()
  let old = new Map<string, Origin | null>()
  return {
    known: visitId => young.has(visitId) || old.has(visitId),
    originOf: visitId => young.get(visitId) ?? old.get(visitId) ?? null,
    remember(visitId, origin) {
      if (young.size >= most / 2) {
        old = young
        young = new Map()
      }
      young.set(visitId, origin)
    },
  }
}
