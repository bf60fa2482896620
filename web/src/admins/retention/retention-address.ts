import { romeDay } from '@tba/events/rome-day.ts'
import { forgetting, useFilters } from '../parts/filters.ts'
import { daysFrom, momentIn, startOfDay } from '../parts/rome-time.ts'

/** So many weeks are shown where no period was chosen, the running one among them. */
const weeksShown = 12

/** The Monday of the week that a day lies in. @param day `YYYY-MM-DD` */
function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return daysFrom(day, -sinceMonday)
}

const shownSince = (now: Date) => startOfDay(daysFrom(mondayOf(romeDay(now)), -7 * (weeksShown - 1)))

/** What is no cell opens nothing, as a bar that there is not. */
const isCell = (said: string) =>
  /^\d{4}-\d{2}-\d{2}(\.\d{1,4})?$/.test(said) && !Number.isNaN(Date.parse(said.slice(0, 10)))

/** What is counted, as the address of the page says it under the names of the call. */
export function useRetentionAddress() {
  const filters = useFilters()
  const cohort = filters.of('cohort') || 'AccountRegistered'
  const action = filters.of('action') || 'SessionOpened'
  const isPeriod = filters.of('from') !== '' || filters.of('to') !== ''
  const from = isPeriod ? momentIn(filters.of('from')) : shownSince(new Date())
  const asked = Object.entries({ cohort, action, from, to: momentIn(filters.of('to')) }).filter(
    ([, said]) => said !== '',
  )
  return {
    /** The open cell is one of what was counted before. */
    filters: forgetting(filters, ['cella']),
    ...{ cohort, action, isPeriod },
    /** Without the position, and the cell. */
    query: new URLSearchParams([...asked, ['unit', 'week']]).toString(),
    /** `<cohort>.<week>`, or the cohort alone for all of it; empty: none is open. */
    cell: isCell(filters.of('cella')) ? filters.of('cella') : '',
    open: (cell: string) => filters.set('cella', cell, { push: true }),
    close: () => filters.set('cella', ''),
  }
}

export type RetentionAddress = ReturnType<typeof useRetentionAddress>
