import type { saveSegment } from '@tba/events/filters/commands.ts'
import { filters } from '@tba/events/filters/filter.ts'
import { z } from 'zod'
import { alwaysFresh, useView } from '../api/reads.ts'
import { savedAt } from '../api/saved.ts'

const path = '/api/admin/segments'

const place = z.object({ id: z.uuid(), revision: z.int() })
const segments = z.object({ segments: z.array(place.extend({ name: z.string(), filters })) })
export type Segment = z.infer<typeof segments>['segments'][number]

/** At most 200, the newest first. */
export const useSegments = () => useView(`${path}?limit=200`, segments, alwaysFresh)

const saved = savedAt<z.infer<typeof saveSegment>>(path)
export const deleteSegment = saved.remove
/** @param id of the segment that it replaces; null for a new one */
export const writeSegment = async (...segment: Parameters<typeof saved.save>) =>
  place.parse(await saved.save(...segment))
