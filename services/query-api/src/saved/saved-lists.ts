import { savedKinds } from '@tba/events/saved/kinds.ts'
import { savedRow } from '@tba/events/saved/row.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type ConsoleList, filter } from '../console/console-list.ts'
import { isoUtc } from '../reads/column.ts'

const days = z.object({
  from: filter(z.iso.date('Data di inizio non valida')),
  to: filter(z.iso.date('Data di fine non valida')),
})
/** Of annotations: those of any of these days, the last one included. */
const ofDays = {
  filters: days.shape,
  conditions(query: object) {
    const { from, to } = days.parse(query)
    return [
      ...(from ? [sql.fragment`coalesce(definition ->> 'to', definition ->> 'from') >= ${from}`] : []),
      ...(to ? [sql.fragment`definition ->> 'from' <= ${to}`] : []),
    ]
  },
}

/** A list of each saved kind, last saved first. */
export const savedLists = Object.entries(savedKinds).map(
  ([kind, { path, shown, words }]): ConsoleList & {
    projection: 'saved'
  } => ({
    url: `/api/admin/${path}`,
    tag: 'admins',
    summary: words.many,
    projection: 'saved',
    name: path,
    view: z.object({ [path]: z.array(savedRow.extend(shown.shape)), next: z.string().nullable() }),
    columns: sql.fragment`id, definition, revision, "savedBy", ${isoUtc('savedAt')}`,
    table: sql.fragment`(select * from read.saved where kind = ${kind}) of_kind`,
    isOfNobody: true,
    ...(kind === 'annotation' && ofDays),
    shown: ({ definition, ...row }) => ({ ...(definition as object), ...row }),
  }),
)
