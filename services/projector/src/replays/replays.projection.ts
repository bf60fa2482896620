import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'

type Asked = Omit<EventOf<'ReplayRequested'>['data'], 'end'>
type ReplayRow = {
  id: string
  state: string
  asked: Asked
  end: string | null
  requestedBy: string
  requestedAt: string
  endedAt: string | null
  cancelledBy: string | null
  events: number
  found: number
  failure: string | null
  position: string
}

const rows = table<ReplayRow>('replays', 'id')
type Ending = { stream: string; recordedAt: string }
const ended = ({ stream, recordedAt }: Ending, end: Partial<ReplayRow>) =>
  rows.change(idOf(stream), row => ({ ...row, ...end, endedAt: recordedAt }))

/** The requested replays and their outcomes. Tables of the job hold their progress. */
export const replays: Projection = {
  name: 'replays',
  version: 2,
  sql: new URL('./replays.sql', import.meta.url),
  tables: [rows],
  on: {
    ReplayRequested: ({ stream, data: { end, ...asked }, metadata, recordedAt, position }) =>
      rows.put({
        ...{ id: idOf(stream), state: 'waiting', asked: { ...asked }, end },
        ...{ requestedBy: metadata.actor, requestedAt: recordedAt, endedAt: null, cancelledBy: null },
        ...{ events: 0, found: 0, failure: null, position },
      }),
    ReplayCancelled: event => ended(event, { state: 'cancelled', cancelledBy: event.metadata.actor }),
    ReplayFinished: event => ended(event, { state: 'done', ...event.data }),
    ReplayFailed: event => ended(event, { state: 'failed', failure: event.data.reason }),
  },
}
