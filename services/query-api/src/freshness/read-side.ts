import { InvalidPosition, type OpenedStore, type Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import type { ReadSide } from '@tba/events/history/views.ts'
import type { LogHead } from './log-head.ts'

type Compared = { head: Pick<LogHead, 'read'>; store: Pick<OpenedStore, 'readAll' | 'heldBackMs'> }
export type ReadSideOf = ReturnType<typeof readSideOf>

/**
 * The end of the log, and the lag of a reader: the age of the oldest event that it has not read.
 * @returns takes the position up to which the reader has read; null: nothing
 */
export const readSideOf =
  ({ head, store }: Compared) =>
  async (held: Position | null): Promise<ReadSide & { head: Position | null }> => {
    const end = await head.read()
    if (end === null || (held !== null && held >= end)) return { head: end, lagMs: 0 }
    const recordedAt = await nextAfter(store, held ?? origin)
    // An open transaction of another program holds back the end of the log.
    if (recordedAt === null) return { head: end, lagMs: await store.heldBackMs() }
    return { head: end, lagMs: Math.max(0, Date.now() - Date.parse(recordedAt)) }
  }

/** The time of the next event. Reads from the start for a new reader, or a position from before a restore. */
async function nextAfter(store: Compared['store'], after: Position): Promise<string | null> {
  try {
    for await (const { recordedAt } of store.readAll({ limit: 1, ...(after && { after }) })) return recordedAt
    return null
  } catch (error) {
    if (error instanceof InvalidPosition && after) return nextAfter(store, origin)
    throw error
  }
}
