import { type StreamTimeline, streamTimeline } from '@tba/events/streams/views.ts'
import { consoleCall } from '../console-call.ts'

/** Of a stream that is too long for one answer, so many events are read at a time. */
const partEvents = 500

export type Wanted = {
  stream: string
  /** The revision that has to be in it; null: the newest. */
  around: number | null
  /** How far the stream went when it was last read; null: nobody knows. */
  revision: number | null
}

/** `isWhole`: there is nothing before it or behind it; a visit that has expired may begin late. */
export type Part = StreamTimeline & { isWhole: boolean }

/** All events of a stream or, where those are too many, the part around one of them. */
export async function readPart({ stream, around, revision }: Wanted): Promise<Part> {
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
  return streamTimeline.parse(
    await consoleCall('GET', `/api/admin/streams/${encodeURIComponent(stream)}${query}`),
  )
}

export const firstIn = ({ entries }: StreamTimeline) => entries[0]?.event.revision ?? 0
export const lastIn = ({ entries, revision }: StreamTimeline) => entries.at(-1)?.event.revision ?? revision
