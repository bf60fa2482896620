import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'

type Ordered = EventOf<'ReportLetterOrdered'>['data']
type RecipientRow = Omit<Ordered, 'emailHash'> & {
  id: string
  orderedAt: string
  orderedBy: string
  state: 'waiting' | 'active' | 'ended'
  why: string | null
  since: string
  due: string | null
  dueAt: string | null
  answered: string | null
  log: { from: string; at: string; refusal: number | null }[]
  position: string
}

const rows = table<RecipientRow>('report_letters', 'id')
const keptAnswers = 20

/** Who gets the letters of reports, and what was sent. The job that finds due letters reads it, and so does who counts them. */
export const reportLetters: Projection = {
  name: 'report-letters',
  version: 1,
  sql: new URL('./report-letters.sql', import.meta.url),
  tables: [rows],
  on: {
    ReportLetterOrdered({ stream, data: { emailHash: _, ...order }, metadata, recordedAt, position }) {
      const state = order.account === null ? 'waiting' : 'active'
      const none = { why: null, due: null, dueAt: null, answered: null, log: [] }
      const ordered = { orderedAt: recordedAt, orderedBy: metadata.actor, since: recordedAt }
      return rows.put({ id: idOf(stream), ...order, ...ordered, ...none, state, position })
    },
    ReportLetterConfirmed: ({ stream, recordedAt }) =>
      rows.change(idOf(stream), row => ({ ...row, state: 'active', since: recordedAt })),
    ReportLetterDue: ({ stream, data, recordedAt }) =>
      rows.change(idOf(stream), row => ({ ...row, due: data.from, dueAt: recordedAt })),
    ReportLetterAnswered: ({ stream, data, recordedAt }) =>
      rows.change(idOf(stream), row => ({
        ...row,
        answered: data.from,
        log: [{ ...data, at: recordedAt }, ...row.log].slice(0, keptAnswers),
      })),
    ReportLetterEnded: ({ stream, data }) =>
      rows.change(idOf(stream), row => ({ ...row, ...data, state: 'ended' })),
    ReportLetterErased: ({ stream }) => rows.remove(idOf(stream)),
    DefinitionDeleted: ({ stream }) => rows.erase('report', idOf(stream)),
  },
}
