import { romeDay } from '@tba/events/rome-day.ts'
import { type Change, table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type Counts = { visits: number; leads: number; questionnaires: number }

const rows = table<Counts & { day: string }>('daily_counts', 'day')
const none: Counts = { visits: 0, leads: 0, questionnaires: 0 }

const oneMore =
  (what: keyof Counts) =>
  ({ recordedAt }: { recordedAt: string }): Change => {
    const day = romeDay(recordedAt)
    return rows.fold(day, row => {
      const counts = row ?? { ...none, day }
      return { ...counts, [what]: counts[what] + 1 }
    })
  }

export const daily: Projection = {
  name: 'daily',
  version: 1,
  sql: new URL('./daily.sql', import.meta.url),
  tables: [rows],
  on: {
    VisitStarted: oneMore('visits'),
    LeadSubmitted: oneMore('leads'),
    QuestionnaireSubmitted: oneMore('questionnaires'),
  },
}
