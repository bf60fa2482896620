import { InvalidPosition, type OpenedStore, type Position } from '@tba/event-store/port.ts'
import type { ReadSide } from '@tba/events/history/views.ts'
import type { LogHead } from '../freshness/log-head.ts'

type Compared = {
  head: Pick<LogHead, 'read'>
  store: Pick<OpenedStore, 'readAll' | 'heldBackMs'>
}
export type ReadSideOf = ReturnType<typeof readSideOf>

/**
 * How far a reader of the log is: where the log ends, and the age of its oldest event behind that reader.
 * @returns takes up to where the reader has taken in everything; null: nothing
 */
export const readSideOf =
  ({ head, store }: Compared) =>
  async (held: Position | null): Promise<ReadSide> => {
    const end = await head.read()
    if (end === null || (held !== null && held >= end)) return { head: end, lagMs: 0 }
    const recordedAt = await nextAfter(store, held ?? ('' as Position))
    // What lies before the end of the log and cannot be read yet is held back by somebody's open transaction.
    if (recordedAt === null) return { head: end, lagMs: await store.heldBackMs() }
    return { head: end, lagMs: Math.max(0, Date.now() - Date.parse(recordedAt)) }
  }

/** When the event behind it was recorded. From the beginning, where nothing was read yet or the position is of a log before a restore. */
async function nextAfter(store: Compared['store'], after: Position): Promise<string | null> {
  try {
    for await (const { recordedAt } of store.readAll({ limit: 1, ...(after && { after }) })) return recordedAt
    return null
  } catch (error) {
    if (error instanceof InvalidPosition && after) return nextAfter(store, '' as Position)
    throw error
  }
}
