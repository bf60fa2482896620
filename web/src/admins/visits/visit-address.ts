import { idOf } from '@tba/events/streams.ts'

export const visitAddress = (id: string) => `/admin/visits/${encodeURIComponent(id)}`

/** Where one reads a stream: a visit's is read as the visit. */
export const readingAddress = (stream: string) =>
  stream.startsWith('visit-') ? visitAddress(idOf(stream)) : `/admin/streams/${encodeURIComponent(stream)}`
