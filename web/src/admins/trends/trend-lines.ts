import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import type { Counted, TrendResult } from '@tba/events/trends/views.ts'
import { count, dates, percent } from '../../components/format.ts'
import { valueName } from '../filters/words.ts'
import { stepName } from '../funnels/builder/words.ts'
import type { Cell } from '../parts/csv.ts'
import { dayOf } from '../parts/time/rome-time.ts'
import { shortDay } from '../parts/time/times.tsx'

/** A curve of the chart, and a row of the totals: a series, or one value of it. */
export type TrendLine = {
  name: string
  /** Its place among the series. */
  series: number
  /** Of the breakdown; absent: all values. */
  value?: string | null
  /** All values but the ten largest. */
  isOthers?: true
  its: Counted
  /** Of two segments: what names the line in both; null: nothing does. */
  like?: string | null
  /** Of the second segment. */
  isOther?: true
  /** In the compared period, where it stands among the ten largest too; or of the second segment. */
  before?: Counted | undefined
}

export function linesOf({ series, compared }: TrendResult, definition: TrendDefinition): TrendLine[] {
  const { ratio, breakdown } = definition
  const isOne = definition.series.length === 1
  const names = definition.series.map((step, at) => (isOne ? '' : `${at + 1}. `) + stepName(step))
  return series.flatMap((its, at) => {
    const name = ratio ? names.join(' / ') : (names[at] ?? '')
    const before = compared?.series[at]
    const whole: TrendLine = { name, series: at, its, before }
    if (!breakdown) return [whole]
    const of = series.length > 1 ? `${name} · ` : ''
    const groups = (its.groups ?? []).map(({ value, ...group }) => ({
      name: `${of}${valueName(breakdown, value)}`,
      series: at,
      value,
      its: group,
      before: before?.groups?.find(one => one.value === value),
    }))
    const { others } = its
    const rest = others && {
      name: `${of}Altri (${count(others.values)} valori)`,
      series: at,
      isOthers: true as const,
      its: others,
    }
    return [...groups, ...(rest ? [rest] : []), { ...whole, name: `${of}Tutti` }]
  })
}

/** What the same definition counts of a second segment, and the names of both. */
export type Beside = { result: TrendResult; names: readonly [string, string] }

/** The lines of two segments, each above its like. */
export function pairedLines(result: TrendResult, beside: Beside, definition: TrendDefinition): TrendLine[] {
  const ofSide = (side: TrendResult, name: string) =>
    linesOf({ ...side, compared: undefined }, definition).map(line => ({
      ...line,
      name: `${line.name}: ${name}`,
      like: line.isOthers ? null : line.name,
    }))
  const [name, otherName] = beside.names
  const others = ofSide(beside.result, otherName).map(line => ({ ...line, isOther: true as const }))
  const paired = ofSide(result, name).flatMap((line): TrendLine[] => {
    const like = others.find(other => line.like !== null && other.like === line.like)
    return like ? [{ ...line, before: like.its }, like] : [line]
  })
  return [...paired, ...others.filter(line => !paired.includes(line))]
}

export const amountOf = ({ ratio }: TrendDefinition, value: number | null) =>
  value === null ? '—' : ratio ? percent(value) : count(value)

const hourFormat = dates({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const monthFormat = dates({ month: 'short', year: 'numeric' })

/** The name of a point. */
export function pointName({ interval }: TrendDefinition, start: string): string {
  if (interval === 'hour') return hourFormat().format(new Date(start))
  return interval === 'month' ? monthFormat().format(new Date(start)) : shortDay(dayOf(start))
}

/** What has ended, now and in as many intervals before; of two segments, both totals. Null: it cannot be compared. */
export function endedOf({ its, before, like }: TrendLine, { count, cumulative, ratio }: TrendDefinition) {
  if (!before || its.total === null || before.total === null) return null
  if (like !== undefined) return { now: its.total, before: before.total }
  const ended = its.points.filter(({ open }) => !open).length
  if (ended === its.points.length && its.points.length === before.points.length)
    return { now: its.total, before: before.total }
  // Different days of one visit add up to more than the visit.
  if (count !== 'events' || cumulative || ratio || ended === 0) return null
  const sum = (one: Counted) => one.points.slice(0, ended).reduce((all, { value }) => all + (value ?? 0), 0)
  return { now: sum(its), before: sum(before) }
}

/** The lines, each series with its compared period behind it, the first interval of both at the same place. */
export const withBefore = (lines: readonly TrendLine[]) =>
  lines.flatMap((line, place) => [
    { ...line, place, isBefore: false },
    ...(line.before && line.like === undefined && line.value === undefined
      ? [{ ...line, place, isBefore: true, name: `${line.name}, prima`, its: line.before, before: undefined }]
      : []),
  ])

/** The table as it stands on the screen. */
export const rowsOf = (lines: readonly TrendLine[]): Cell[][] => [
  ['Inizio', ...lines.map(({ name }) => name)],
  ...(lines[0]?.its.points ?? []).map(({ start }, at) => [
    start,
    ...lines.map(({ its }) => its.points[at]?.value),
  ]),
  ['Totale', ...lines.map(({ its }) => its.total)],
  ...(lines.some(({ before, like }) => before && like === undefined)
    ? [['Prima', ...lines.map(({ before }) => before?.total)]]
    : []),
]
