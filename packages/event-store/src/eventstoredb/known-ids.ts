import type { Revision } from '../port.ts'
import { knownIdsAtMost } from './limits.ts'

/** What a stream held when it was last read or written here. */
export type Known = {
  /** null: nothing. */
  last: Revision | null
  /** The ids of all its events, in small letters. */
  ids: Map<string, Revision>
}

export type KnownIds = {
  get(stream: string): Known | undefined
  /** Events that stand behind what is known of the stream, or that begin it. */
  add(stream: string, first: Revision, ids: readonly string[]): void
  forget(stream: string): void
}

/** The streams used last, as many as their ids fit; the very last one whole. */
export function knownIds(atMost = knownIdsAtMost): KnownIds {
  const byStream = new Map<string, Known>()
  let count = 0

  function forget(stream: string): void {
    const known = byStream.get(stream)
    if (known) count -= weight(known)
    byStream.delete(stream)
  }

  return {
    get: stream => byStream.get(stream),
    add(stream, first, ids) {
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
