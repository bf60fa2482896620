import { HttpFailure, tooMany } from '@tba/runtime/http/failure.ts'

type Held = { account: string; address: string; end: () => void }

/**
 * Slots for open streams, shared fairly: where all are taken, the newest stream of the account that holds the most gives way
 * to one that holds fewer, and then the same by address. So no account, and no network, can take them all.
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
   * @throws {HttpFailure} 429 where its account has too many, 503 where no slot is free
   */
  return (next: Held): (() => void) => {
    const own = [...held].filter(({ account }) => account === next.account).length
    if (own >= ofOneAccount) throw tooMany(60)
    if (held.size >= most) endNewestOfLongest(next)
    held.add(next)
    return () => void held.delete(next)
  }
}
