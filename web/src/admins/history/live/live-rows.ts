import type { EventRow } from '../history-data.ts'

type Rows = readonly EventRow[]

/** What came in since the list was read, the newest first. */
export type LiveRows = {
  /** Above the list. */
  shown: Rows
  /** Held back while somebody reads: the newest of them. */
  waiting: Rows
  /** Of those that were held back. */
  waitingCount: number
  /** The position of the newest that came in and is kept no more; empty while all are. */
  droppedAt: string
}

export const noLiveRows: LiveRows = { shown: [], waiting: [], waitingCount: 0, droppedAt: '' }

/** So many are kept; a tab that follows for days takes no more memory than one of an hour. */
export const mostKept = 1_000

/** The position of the newest row that a list holds. */
export const newestOf = (listed: Rows) => listed[0]?.position ?? ''

/** There is more between these and the list than is kept here: the list has to be read again. @param newest of the list */
export const hasGap = ({ droppedAt }: LiveRows, newest: string) => droppedAt > newest

const above = (rows: Rows, newest: string) => rows.filter(({ position }) => position > newest)

/** Rows as many as are kept, and the newest that is not. */
function keep({ droppedAt }: LiveRows, rows: Rows) {
  const dropped = rows[mostKept]?.position ?? ''
  return { kept: rows.slice(0, mostKept), droppedAt: dropped > droppedAt ? dropped : droppedAt }
}

/**
 * @param rows in the order in which they came
 * @param newest of the list: what it holds is kept here no more
 */
export function cameIn(live: LiveRows, rows: Rows, { isHeld, newest }: { isHeld: boolean; newest: string }) {
  const came = rows.toReversed()
  if (isHeld) {
    const { kept, droppedAt } = keep(live, [...came, ...live.waiting])
    return { ...live, waiting: kept, waitingCount: live.waitingCount + rows.length, droppedAt }
  }
  const { kept, droppedAt } = keep(live, above([...came, ...live.shown], newest))
  return { ...live, shown: kept, droppedAt }
}

/** Nobody reads any more: what was held back is shown. @param newest of the list */
export function letIn(live: LiveRows, newest: string): LiveRows {
  const { shown, waiting } = live
  // What lies behind a gap comes with the list.
  const all = hasGap(live, newest) ? waiting : [...waiting, ...shown]
  const { kept, droppedAt } = keep(live, above(all, newest))
  return { ...noLiveRows, shown: kept, droppedAt }
}

/** The list as a whole; what the list holds already comes from there. */
export function withLive(live: LiveRows, listed: Rows): Rows {
  const newer = above(live.shown, newestOf(listed))
  return newer.length === 0 ? listed : [...newer, ...listed]
}
