import { romeDay } from '@tba/events/rome-day.ts'
import { type Change, table } from '../engine/change.ts'

type Counter =
  | 'leads'
  | 'questionnaires'
  | 'interactions'
  | 'analytics'
  /** Visits with a page view and consent. */
  | 'visits'
  /** Those of them with a lead, a questionnaire or a registration. */
  | 'conversions'

type Counts = { visits: number; leads: number; questionnaires: number }

/** Totals for the console, so that it does not read millions of rows. */
export const counters = table<{ name: string; value: number }>('counters', 'name')
export const days = table<Counts & { day: string }>('daily_counts', 'day')

/** A count of 0 has no row, as if it had never existed. */
export function add(name: Counter, by = 1): Change {
  return counters.fold(name, row => {
    const value = (row?.value ?? 0) + by
    return value === 0 ? null : { name, value }
  })
}

const none: Counts = { visits: 0, leads: 0, questionnaires: 0 }

/** A day without counts has no row, as if it had never existed. */
export function addOn(day: string, what: keyof Counts, by = 1): Change {
  return days.fold(day, row => {
    const counts = row ?? { ...none, day }
    const after = { ...counts, [what]: counts[what] + by }
    return after.visits || after.leads || after.questionnaires ? after : null
  })
}

/** Counts a lead or a questionnaire. */
export function came(what: 'leads' | 'questionnaires', { recordedAt }: { recordedAt: string }): Change[] {
  return [add(what), addOn(romeDay(recordedAt), what)]
}
