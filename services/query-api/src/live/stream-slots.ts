import { HttpFailure, tooMany } from '@tba/runtime/http/failure.ts'

type Held = { account: string; address: string; end: () => void }

/**
 * Slots for open streams. When all are taken, the account with the most streams loses its newest one to an account with
 * fewer. If accounts are equal, the same holds for addresses. So no account and no network can take all slots.
 */
export function streamSlots({ most, ofOneAccount }: { most: number; ofOneAccount: number }) {
  const held = new Set<Held>()

  function endNewestOfLongest(next: Held): void {
    for (const name of ['account', 'address'] as const) {
      const lines = Map.groupBy(held, one => one[name])
      const own = lines.get(next[name])?.length ?? 0
      const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
      if (longest.length <= own + 1) continue
      const newest = longest.at(-1)
      if (newest) held.delete(newest)
      newest?.end()
      return
    }
    throw new HttpFailure(503, 'Troppe connessioni aperte. Riprova più tardi.')
  }

  /**
   * @param next `end` ends its stream
   * @returns what frees the slot
   * @throws {HttpFailure} 429 if its account has too many, 503 if no slot is free
   */
  return (next: Held): (() => void) => {
    const own = [...held].filter(({ account }) => account === next.account).length
    if (own >= ofOneAccount) throw tooMany(60)
    if (held.size >= most) endNewestOfLongest(next)
    held.add(next)
    return () => void held.delete(next)
  }
}
