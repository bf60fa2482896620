import { romeDay } from '@tba/events/rome-day.ts'
import { type Change, table } from '../engine/change.ts'

type Counter =
  | 'leads'
  | 'questionnaires'
  | 'interactions'
  | 'analytics'
  /** Visits with a page view and consent. */
  | 'visits'
  /** Those of them that a lead, a questionnaire or a registration is tied to. */
  | 'conversions'

type Counts = { visits: number; leads: number; questionnaires: number }

/** What the console shows of millions of rows without looking at one of them. */
export const counters = table<{ name: string; value: number }>('counters', 'name')
export const days = table<Counts & { day: string }>('daily_counts', 'day')

/** Nothing to count is no row, as if there had never been one. */
export function add(name: Counter, by = 1): Change {
  return counters.fold(name, row => {
    const value = (row?.value ?? 0) + by
    return value === 0 ? null : { name, value }
  })
}

const none: Counts = { visits: 0, leads: 0, questionnaires: 0 }

/** A day of which nothing is left has no row, as if nothing had ever come. */
export function addOn(day: string, what: keyof Counts, by = 1): Change {
  return days.fold(day, row => {
    const counts = row ?? { ...none, day }
    const after = { ...counts, [what]: counts[what] + by }
    return after.visits || after.leads || after.questionnaires ? after : null
  })
}

/** A lead or a questionnaire has come. */
export function came(what: 'leads' | 'questionnaires', { recordedAt }: { recordedAt: string }): Change[] {
  return [add(what), addOn(romeDay(recordedAt), what)]
}
