import type { EventRow } from './event-row.ts'

/** What came in since the list was read, the newest first. */
export type LiveRows = {
  /** Above the list. */
  shown: readonly EventRow[]
  /** Held back while somebody reads: the newest of them. */
  waiting: readonly EventRow[]
  /** Of those that were held back. */
  waitingCount: number
  /** There is more between these and the list than is kept here: the list has to be read again. */
  hasGap: boolean
}

export const noLiveRows: LiveRows = { shown: [], waiting: [], waitingCount: 0, hasGap: false }

/** So many are kept; a tab that follows for days takes no more memory than one of an hour. */
export const mostKept = 1_000

/** @param rows in the order in which they came */
export function cameIn(live: LiveRows, rows: readonly EventRow[], isHeld: boolean): LiveRows {
  const newest = rows.toReversed()
  if (isHeld) {
    const waiting = [...newest, ...live.waiting]
    return {
      ...live,
      waiting: waiting.slice(0, mostKept),
      waitingCount: live.waitingCount + rows.length,
      hasGap: live.hasGap || waiting.length > mostKept,
    }
  }
  const shown = [...newest, ...live.shown]
  return { ...live, shown: shown.slice(0, mostKept), hasGap: live.hasGap || shown.length > mostKept }
}

/** Nobody reads any more: what was held back is shown. */
export function letIn({ shown, waiting, hasGap }: LiveRows): LiveRows {
  // What lies behind a gap comes with the list.
  const all = hasGap ? waiting : [...waiting, ...shown]
  return {
    ...noLiveRows,
    shown: all.slice(0, mostKept),
    hasGap: hasGap || all.length > mostKept,
  }
}

/** The list as a whole; what the list holds already comes from there. */
export function withLive(live: LiveRows, listed: readonly EventRow[]): readonly EventRow[] {
  const newest = listed[0]?.position ?? ''
  const above = live.shown.filter(({ position }) => position > newest)
  return above.length === 0 ? listed : [...above, ...listed]
}
