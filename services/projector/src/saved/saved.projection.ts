import type { JsonObject } from '@tba/events/json.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'
import { savedBy } from '../views/history-views.projection.ts'

type SavedRow = {
  id: string
  kind: string
  definition: JsonObject
  revision: number
  savedBy: string
  savedAt: string
  position: string
}

const rows = table<SavedRow>('saved', 'id')

const put = (event: EventOf<'DefinitionSaved' | 'DefinitionChanged'>): Change => {
  const { kind, definition } = event.data
  return rows.put({ ...savedBy(event), kind, definition: definition as JsonObject, revision: event.revision })
}

/** An annotation by the product. Nobody changes it: its id is that of the event, and no stream's. */
const noteFunnel =
  (verb: string) =>
  (event: EventOf<'FunnelSaved' | 'FunnelChanged'>): Change => {
    const text = `Funnel «${event.data.name}» ${verb}`
    const definition = { from: romeDay(event.recordedAt), text, kind: 'funnel' }
    return rows.put({ ...savedBy(event), id: event.id, kind: 'annotation', definition, revision: 0 })
  }

/** What is saved for everybody in the console. */
export const saved: Projection = {
  name: 'saved',
  version: 2,
  sql: new URL('./saved.sql', import.meta.url),
  tables: [rows],
  on: {
    FunnelSaved: noteFunnel('salvato'),
    FunnelChanged: noteFunnel('cambiato'),
    DefinitionSaved: put,
    DefinitionChanged: put,
    DefinitionDeleted: ({ stream }) => rows.remove(idOf(stream)),
  },
}
