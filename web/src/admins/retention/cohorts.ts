import { percentOf } from '@tba/events/percent.ts'
import type { RetentionResult } from '@tba/events/retention/views.ts'
import { romeDay, type romeUnits } from '@tba/events/rome-day.ts'
import type { Cell } from '../parts/csv.ts'
import { addDays } from '../parts/time/rome-time.ts'
import { shortDay } from '../parts/time/times.tsx'

/** Of a table, whose units can be looked at. No `index`: the whole cohort. */
export type PickedCell = { start: string; index?: number; value?: string | null }

export type Unit = (typeof romeUnits)[number]
export type Cohorts = RetentionResult['cohorts']
export type By = 'visit' | 'customer' | 'person'

const month = new Intl.DateTimeFormat('it-IT', { month: 'short', year: 'numeric', timeZone: 'Europe/Rome' })

/** «16 nov – 22 nov». */
export const weekName = (monday: string) => `${shortDay(monday)} – ${shortDay(addDays(monday, 6))}`

/** «16 nov», «16 nov – 22 nov», «nov 2026». */
export function intervalName(unit: Unit, start: string): string {
  const day = romeDay(start)
  if (unit === 'month') return month.format(new Date(start))
  return unit === 'day' ? shortDay(day) : weekName(day)
}

export const unitWords: Record<Unit, { name: string; same: string; one: string; many: string }> = {
  day: { name: 'Giorno', same: 'lo stesso giorno', one: 'giorno', many: 'giorni' },
  week: { name: 'Settimana', same: 'la stessa settimana', one: 'settimana', many: 'settimane' },
  month: { name: 'Mese', same: 'lo stesso mese', one: 'mese', many: 'mesi' },
}

/** «la stessa settimana», «1 settimana dopo», «3 settimane dopo», «o più tardi». */
export function afterName(unit: Unit, index: number, isOrLater: boolean): string {
  const { same, one, many } = unitWords[unit]
  const name = index === 0 ? same : `${index} ${index === 1 ? one : many} dopo`
  return isOrLater ? `${name} o più tardi` : name
}

/** The table of the screen, with counts and shares; empty where it is not possible yet. */
export function rowsOfTables(
  unit: Unit,
  by: string,
  tables: readonly { name: string | null; cohorts: Cohorts }[],
): Cell[][] {
  const columns = Math.max(0, ...tables.flatMap(({ cohorts }) => cohorts.map(({ counts }) => counts.length)))
  const hasNames = tables.some(({ name }) => name !== null)
  const head = Array.from({ length: columns }, (_, index) => [String(index), `${index} %`]).flat()
  const rows = tables.flatMap(({ name, cohorts }) =>
    cohorts.map(({ start, size, counts }) => [
      ...(hasNames ? [name ?? 'Tutti'] : []),
      ...[romeDay(start), size],
      ...counts.flatMap(each => (each === null ? [null, null] : [each, percentOf(each, size)])),
    ]),
  )
  return [[...(hasNames ? ['Gruppo'] : []), unitWords[unit].name, by, ...head], ...rows]
}
