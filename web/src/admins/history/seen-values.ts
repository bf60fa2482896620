import { useRef } from 'react'
import type { EventRow } from './event-row.ts'

const mostKept = 200
const kinds = ['stream', 'actor', 'visit'] as const
type Seen = Record<(typeof kinds)[number], Set<string>>

/** The streams, authors and visits that went by since the page was entered, the newest first: what one filters by next. */
export function useSeenValues() {
  const seen = useRef<Seen>({ stream: new Set(), actor: new Set(), visit: new Set() })
  function see(rows: readonly EventRow[]) {
    const newer: Seen = { stream: new Set(), actor: new Set(), visit: new Set() }
    for (const { stream, actor, visitId } of rows.slice(0, mostKept)) {
      newer.stream.add(stream)
      newer.actor.add(actor)
      if (visitId) newer.visit.add(visitId)
    }
    for (const kind of kinds)
      seen.current[kind] = new Set([...newer[kind], ...seen.current[kind]].slice(0, mostKept))
  }
  return { see, of: (kind: keyof Seen) => [...seen.current[kind]] }
}

export type SeenValues = ReturnType<typeof useSeenValues>
