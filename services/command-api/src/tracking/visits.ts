/** The visits that this process has seen begin. Forgetting one costs a refused append, nothing else. */
export type Visits = { known(visitId: string): boolean; remember(visitId: string): void }

const most = 50_000

export function visits(): Visits {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    known: visitId => young.has(visitId) || old.has(visitId),
    remember(visitId) {
      if (young.size >= most / 2) {
        old = young
        young = new Set()
      }
      young.add(visitId)
    },
  }
}
