import type { EventRow } from '../history-data.ts'

type Rows = readonly EventRow[]

/** Events since the list was read, the newest first. */
export type LiveRows = {
  shown: Rows
  /** Held back while the reader is busy. */
  waiting: Rows
  /** All that were held back, also those not kept. */
  waitingCount: number
  /** The newest event that was not kept; empty: all are kept. */
  droppedAt: string
}

export const noLiveRows: LiveRows = { shown: [], waiting: [], waitingCount: 0, droppedAt: '' }

/** Limits the memory of a tab that stays open for days. */
export const mostKept = 1_000

export const newestOf = (listed: Rows) => listed[0]?.position ?? ''

/** Events between the list and these were not kept: read the list again. */
export const hasGap = ({ droppedAt }: LiveRows, newest: string) => droppedAt > newest

const above = (rows: Rows, newest: string) => rows.filter(({ position }) => position > newest)

function keep({ droppedAt }: LiveRows, rows: Rows) {
  const dropped = rows[mostKept]?.position ?? ''
  return { kept: rows.slice(0, mostKept), droppedAt: dropped > droppedAt ? dropped : droppedAt }
}

/**
 * @param rows in the order in which they came
 * @param newest of the list: what it holds is kept here no more
 */
export function withArrived(
  live: LiveRows,
  rows: Rows,
  { isHeld, newest }: { isHeld: boolean; newest: string },
) {
  const came = rows.toReversed()
  if (isHeld) {
    const { kept, droppedAt } = keep(live, [...came, ...live.waiting])
    return { ...live, waiting: kept, waitingCount: live.waitingCount + rows.length, droppedAt }
  }
  const { kept, droppedAt } = keep(live, above([...came, ...live.shown], newest))
  return { ...live, shown: kept, droppedAt }
}

export function withWaiting(live: LiveRows, newest: string): LiveRows {
  const { shown, waiting } = live
  // The list brings what is behind the gap.
  const all = hasGap(live, newest) ? waiting : [...waiting, ...shown]
  const { kept, droppedAt } = keep(live, above(all, newest))
  return { ...noLiveRows, shown: kept, droppedAt }
}

export function withLive(live: LiveRows, listed: Rows): Rows {
  const newer = above(live.shown, newestOf(listed))
  return newer.length === 0 ? listed : [...newer, ...listed]
}
