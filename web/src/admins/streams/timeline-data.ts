import { type StreamTimeline, streamTimeline } from '@tba/events/streams/views.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { consoleCall } from '../api/calls.ts'
import { useThing } from '../api/reads.ts'
import { useFilters } from '../parts/filters/filters.ts'
import { streamAddress } from '../parts/words/links.tsx'

/** Of a stream that is too long for one answer, so many events are read at a time. */
const partEvents = 500

type Wanted = {
  stream: string
  /** The revision that has to be in it; null: the newest. */
  around: number | null
  /** How far the stream went when it was last read; null: nobody knows. */
  revision: number | null
}

/** `isWhole`: there is nothing before it or behind it; a visit that has expired may begin late. */
export type Part = StreamTimeline & { isWhole: boolean }

/** All events of a stream or, where those are too many, the part around one of them. */
async function readPart({ stream, around, revision }: Wanted): Promise<Part> {
  if (revision === null) {
    const first = await read(stream, '')
    const isWhole = first.next === null
    if (isWhole || (around !== null && first.next !== null && around <= first.next))
      return { ...first, isWhole }
    return readPart({ stream, around, revision: first.revision })
  }
  const at = Math.min(around ?? revision, revision)
  const start = Math.floor(at / partEvents) * partEvents
  const end = start + partEvents - 1
  // The states may be so large that even a part comes in several.
  for (let after = start - 1; ; ) {
    const part = await read(stream, after < 0 ? `?asOf=${end}` : `?after=${after}&asOf=${end}`)
    if (part.next === null || part.next >= at) return { ...part, isWhole: false }
    after = part.next
  }
}

async function read(stream: string, query: string): Promise<StreamTimeline> {
  return streamTimeline.parse(await consoleCall('GET', `/api${streamAddress(stream)}${query}`))
}

export const firstIn = ({ entries }: StreamTimeline) => entries[0]?.event.revision ?? 0
export const lastIn = ({ entries, revision }: StreamTimeline) => entries.at(-1)?.event.revision ?? revision

/**
 * The part of a stream that holds this revision, or the newest; a part that was read is kept until another is asked for,
 * and shown until that has come.
 */
export function useTimeline(stream: string, asOf: number | null) {
  const [around, setAround] = useState(asOf)
  const [long, setLong] = useState<number | null>(null)
  const answer = useThing(
    ['stream', stream, around],
    async () => {
      const part = await readPart({ stream, around, revision: long })
      setLong(part.isWhole ? null : part.revision)
      return part
    },
    { keepPreviousData: true },
  )
  const { data, isLoading } = answer
  const at = data && asOf !== null ? Math.min(asOf, data.revision) : asOf
  // Once it has come: what is on its way is not asked for again by each step of the slider.
  const isThere = (part: Part, revision: number) =>
    part.isWhole || (firstIn(part) <= revision && revision <= lastIn(part))
  if (data && !isLoading && at !== null && at !== around && !isThere(data, at)) setAround(at)
  return answer
}

/** Browsers refuse to have their address changed with every step of a key that is held down. */
const settledMs = 200

const revisionIn = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)

/** The revision that is looked at, null for the newest. It stands in the address, so that a link opens the same. */
export function useAsOf() {
  const { of, set } = useFilters()
  const inAddress = revisionIn(of('asOf'))
  const [asOf, setAsOf] = useState(inAddress)
  const written = useRef(inAddress)
  // The address was changed elsewhere: a link, or the way back.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setAsOf(inAddress)
  }, [inAddress])
  const write = useEffectEvent(() => {
    written.current = asOf
    set('asOf', asOf === null ? '' : String(asOf))
  })
  useEffect(() => {
    if (asOf === written.current) return
    const timer = setTimeout(write, settledMs)
    return () => clearTimeout(timer)
  }, [asOf])
  return [asOf, setAsOf] as const
}
