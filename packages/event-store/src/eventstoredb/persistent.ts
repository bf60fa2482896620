import { setTimeout as pause } from 'node:timers/promises'
import { type Revision, StoreUnavailable } from '../port.ts'
import type { Writer } from './writer.ts'
import type { Refused, Write, Written } from './writing.ts'

type Bounds = { outages: number; firstPauseMs: number; giveUpAfterMs: number }
/** Where the last of these events stands in the stream, if all of them stand there; else null. */
type Find = (stream: string, ids: readonly string[]) => Promise<Revision | null>

/**
 * Writes until there is an answer. Each attempt carries the same ids at the same revision, by which the server recognises
 * an earlier one that did get through, also after its restart. The exception is a stream that was deleted: begun anew, it
 * stands behind its old revisions, so after an attempt of unknown outcome a conflict is looked into.
 * @throws {StoreUnavailable} nobody knows
 */
export function persistentWriter(writer: Pick<Writer, 'write'>, find: Find, bounds: Bounds) {
  return async (write: Write): Promise<Written | Refused> => {
    const deadline = performance.now() + bounds.giveUpAfterMs
    for (let outages = 0; ; outages++) {
      try {
        const result = await writer.write(write)
        if (outages === 0 || !('refused' in result) || result.refused !== 'conflict') return result
        const ids = write.events.map(({ id }) => id.toLowerCase())
        const revision = await find(write.stream, ids)
        return revision === null ? result : { revision, place: null }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        if (outages === bounds.outages || performance.now() > deadline) throw error
        await pause(bounds.firstPauseMs * 2 ** outages)
      }
    }
  }
}
