import type { Revision } from '../port.ts'
import { knownIdsAtMost } from './limits.ts'

/** What a stream held when it was last read or written here. */
type Known = {
  /** null: nothing. */
  last: Revision | null
  /** The ids of all its events, in small letters. */
  ids: Map<string, Revision>
}

export type KnownIds = ReturnType<typeof knownIds>

/** The streams used last, as many as their ids fit; the very last one whole. */
export function knownIds(atMost = knownIdsAtMost) {
  const byStream = new Map<string, Known>()
  let count = 0

  function forget(stream: string): void {
    const known = byStream.get(stream)
    if (known) count -= weight(known)
    byStream.delete(stream)
  }

  return {
    get: (stream: string) => byStream.get(stream),
    /** Events that stand behind what is known of the stream, or that begin it. */
    add(stream: string, first: Revision, ids: readonly string[]): void {
      const known = byStream.get(stream) ?? { last: null, ids: new Map() }
      forget(stream)
      for (const [index, id] of ids.entries()) known.ids.set(id.toLowerCase(), first + index)
      byStream.set(stream, known)
      count += weight(known)
      if (ids.length > 0) known.last = first + ids.length - 1
      for (const oldest of byStream.keys()) {
        if (count <= atMost || oldest === stream) break
        forget(oldest)
      }
    },
    forget,
  }
}

/** A stream that is missing weighs something too. */
const weight = ({ ids }: Known) => ids.size + 1
