import { type StreamTimeline, streamTimeline } from '@tba/events/streams/views.ts'
import { useState } from 'react'
import { readAs } from '../api/calls.ts'
import { useRecord } from '../api/reads.ts'
import { useFilters, useTypedFilter } from '../parts/filters/filters.ts'
import { streamAddress } from '../parts/words/links.tsx'

/** Long streams are read in parts. */
const partEvents = 500

/** `isComplete`: the part is the whole stream. The stream of an expired visit may start late. */
export type Part = StreamTimeline & { isComplete: boolean }

/** `around` null: the newest. `revision`: the last known one; null: unknown. */
async function readPart(stream: string, around: number | null, revision: number | null): Promise<Part> {
  if (revision === null) {
    const first = await read(stream, '')
    const isComplete = first.next === null
    if (isComplete || (around !== null && first.next !== null && around <= first.next))
      return { ...first, isComplete }
    return readPart(stream, around, first.revision)
  }
  const at = Math.min(around ?? revision, revision)
  const start = Math.floor(at / partEvents) * partEvents
  const end = start + partEvents - 1
  // States may be large: one part may need several calls.
  for (let after = start - 1; ; ) {
    const part = await read(stream, after < 0 ? `?asOf=${end}` : `?after=${after}&asOf=${end}`)
    if (part.next === null || part.next >= at) return { ...part, isComplete: false }
    after = part.next
  }
}

const read = (stream: string, query: string) => readAs(streamTimeline)(`/api${streamAddress(stream)}${query}`)

export const firstRevision = ({ entries }: StreamTimeline) => entries[0]?.event.revision ?? 0
export const lastRevision = ({ entries, revision }: StreamTimeline) =>
  entries.at(-1)?.event.revision ?? revision

/** The part that contains a revision. It stays until another one has loaded. */
export function useTimeline(stream: string, asOf: number | null) {
  const [around, setAround] = useState(asOf)
  const [knownRevision, setKnownRevision] = useState<number | null>(null)
  const answer = useRecord(
    ['stream', stream, around],
    async () => {
      const part = await readPart(stream, around, knownRevision)
      setKnownRevision(part.isComplete ? null : part.revision)
      return part
    },
    { keepPreviousData: true },
  )
  const { data, isLoading } = answer
  const at = data && asOf !== null ? Math.min(asOf, data.revision) : asOf
  // Not while a part loads: the slider moves in many steps.
  const contains = (part: Part, revision: number) =>
    part.isComplete || (firstRevision(part) <= revision && revision <= lastRevision(part))
  if (data && !isLoading && at !== null && at !== around && !contains(data, at)) setAround(at)
  return answer
}

/** Browsers limit changes of the address. */
const addressDelayMs = 200

/** The revision in the address; null: the newest. */
export function useAsOf() {
  const [text, setText] = useTypedFilter(useFilters(), 'asOf', addressDelayMs)
  const choose = (revision: number | null) => setText(revision === null ? '' : String(revision))
  return [/^\d{1,15}$/.test(text) ? Number(text) : null, choose] as const
}
