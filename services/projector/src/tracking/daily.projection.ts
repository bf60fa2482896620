import { romeDay } from '@tba/events/rome-day.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type Counts = { visits: number; leads: number; questionnaires: number }

const days = table<{ sessionId: string; day: string }>('visit_days', 'sessionId')
const rows = table<Counts & { day: string }>('daily_counts', 'day')
const none: Counts = { visits: 0, leads: 0, questionnaires: 0 }

/** A day of which nothing is left has no row, as if nothing had ever come. */
function add(what: keyof Counts, day: string, by = 1): Change {
  return rows.fold(day, row => {
    const counts = row ?? { ...none, day }
    const after = { ...counts, [what]: counts[what] + by }
    return after.visits || after.leads || after.questionnaires ? after : null
  })
}

const oneMore =
  (what: keyof Counts) =>
  ({ recordedAt }: { recordedAt: string }): Change =>
    add(what, romeDay(recordedAt))

export const daily: Projection = {
  name: 'daily',
  version: 2,
  sql: new URL('./daily.sql', import.meta.url),
  tables: [days, rows],
  on: {
    VisitStarted({ stream, recordedAt }) {
      const day = romeDay(recordedAt)
      const sessionId = idOf(stream)
      return days.fold(
        sessionId,
        row => row ?? { sessionId, day },
        () => [add('visits', day)],
      )
    },
    VisitsExpired: ({ data }) =>
      data.visits.map(visit =>
        days.fold(
          visit,
          () => null,
          before => (before ? [add('visits', before.day, -1)] : []),
        ),
      ),
    LeadSubmitted: oneMore('leads'),
    QuestionnaireSubmitted: oneMore('questionnaires'),
  },
}
