import type { HistoryEvent } from '@tba/events/history/views.ts'
import { pathStep, stepKey } from '@tba/events/paths/path-step.ts'
import { twinOf } from '@tba/events/paths/twins.ts'
import { mondayOf, romeWeeks } from '@tba/events/rome-week.ts'
import { isBannerClick } from '@tba/events/tracking/tracked-kind.ts'
import { customersIn, visitsIn } from './oracle.ts'

/** What paths and retention count, as a look at each visit and each customer by itself finds it. */

type Begins = (event: HistoryEvent) => boolean
type Asked = { direction?: string; depth?: number }

const weekMs = 7 * 86_400_000
const timeOf = ({ recordedAt }: HistoryEvent) => Date.parse(recordedAt)

/** The steps of each visit behind its first such event, or before it, by its id. */
export function waysBy(
  log: readonly HistoryEvent[],
  begins: Begins,
  { direction = 'next', depth = 3 }: Asked = {},
): Map<string, string[]> {
  const ways = new Map<string, string[]>()
  for (const { id, events } of visitsIn(log, { bots: false })) {
    const start = events.find(begins)
    if (!start) continue
    const others = otherTellings(events)
    const own = others.get(start)
    const isTold = (event: HistoryEvent) =>
      event === own || (others.has(event) && twinOf(event.type, event.data)?.isEcho === true)
    const from = events.indexOf(start)
    const before = Math.min(from, own ? events.indexOf(own) : from)
    const around = direction === 'next' ? events.slice(from + 1) : events.slice(0, before).toReversed()
    const far = around.findIndex(event => Math.abs(timeOf(event) - timeOf(start)) > weekMs)
    const steps = around.slice(0, far < 0 ? undefined : far).flatMap(event => {
      const step = isTold(event) || isBannerClick(event.data) ? null : pathStep(event.type, event.data)
      return step ? [stepKey(step)] : []
    })
    ways.set(id, [...steps, 'fine'].slice(0, depth))
  }
  return ways
}

function otherTellings(events: readonly HistoryEvent[]): Map<HistoryEvent, HistoryEvent> {
  const others = new Map<HistoryEvent, HistoryEvent>()
  const told = events.flatMap(event => {
    const twin = twinOf(event.type, event.data)
    return twin ? [{ event, ...twin }] : []
  })
  for (const [at, { event, key, isEcho }] of told.entries()) {
    const before = told[at - 1]
    if (!before || others.has(before.event) || before.key !== key || before.isEcho === isEcho) continue
    if (isEcho || Math.abs(timeOf(event) - timeOf(before.event)) <= 5_000)
      others.set(event, before.event).set(before.event, event)
  }
  return others
}

const weekOf = romeWeeks()

/** The customers of each cell: of `2026-01-05` all of that week's cohort, of `2026-01-05.2` those who acted two weeks later. */
export function cellsBy(log: readonly HistoryEvent[], enters: Begins, action: string): Map<string, string[]> {
  const cells = new Map<string, string[]>()
  const count = (cell: string, account: string) => cells.set(cell, [...(cells.get(cell) ?? []), account])
  for (const { id, events } of customersIn(log, { bots: false })) {
    const first = events.findIndex(enters)
    if (first < 0) continue
    const week = weekOf(timeOf(events[first] as HistoryEvent))
    count(mondayOf(week), id)
    const acted = events.slice(first).filter(({ type }) => type === action)
    for (const after of new Set(acted.map(event => Math.max(0, weekOf(timeOf(event)) - week))))
      count(`${mondayOf(week)}.${after}`, id)
  }
  return cells
}
