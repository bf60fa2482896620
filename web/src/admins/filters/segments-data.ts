import type { saveSegment } from '@tba/events/filters/commands.ts'
import { filters } from '@tba/events/filters/filter.ts'
import { z } from 'zod'
import { consoleCommand } from '../api/calls.ts'
import { alwaysFresh, useView } from '../api/reads.ts'

const path = '/api/admin/segments'

const place = z.object({ id: z.uuid(), revision: z.int() })
const segments = z.object({ segments: z.array(place.extend({ name: z.string(), filters })) })
export type Segment = z.infer<typeof segments>['segments'][number]

/** At most 200, the newest first. */
export const useSegments = () => useView(`${path}?limit=200`, segments, alwaysFresh)

/** @param id of the segment that it replaces; null for a new one */
export async function writeSegment(id: string | null, segment: z.infer<typeof saveSegment>) {
  const answer = id
    ? await consoleCommand<object>('PUT', `${path}/${id}`, segment)
    : await consoleCommand<object>('POST', path, segment)
  return place.parse({ id, ...answer })
}
export const deleteSegment = (id: string) => consoleCommand('DELETE', `${path}/${id}`, undefined)
