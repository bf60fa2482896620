import type { Position } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { PathNode } from '@tba/events/paths/views.ts'
import { romeWeeks, weekFrom } from '@tba/events/rome-day.ts'
import type { TestCopy } from '../../../../services/query-api/src/analytics/testing/copy-of.ts'
import { findPaths, findPathVisits } from '../../../../services/query-api/src/paths/find-paths.ts'
import {
  findRetention,
  findRetentionCustomers,
} from '../../../../services/query-api/src/retention/find-retention.ts'
import { cellsBy, visitsIn } from './oracle.ts'

const sorted = (values: Iterable<string>) => [...values].sort()

/** Every page of an answer, two rows at a time. */
export async function paged<Row, At>(page: (after: At | null) => Promise<{ rows: Row[]; next: At | null }>) {
  const rows: Row[] = []
  let after: At | null = null
  do {
    const found: { rows: Row[]; next: At | null } = await page(after)
    rows.push(...found.rows)
    after = found.next
  } while (after !== null)
  return rows
}

export async function checkRetention(
  copy: TestCopy,
  log: readonly HistoryEvent[],
  { asOf, fromMs, nowMs }: { asOf: Position; fromMs: number; nowMs: number },
) {
  // A log without shown events has no cohort, so its week doesn't matter.
  const running = romeWeeks()(Date.parse(log.at(-1)?.recordedAt ?? new Date(fromMs).toISOString()))
  for (const [cohort, action] of [
    ['AccountRegistered', 'InteractionTracked'],
    ['SessionOpened', 'PlanChanged'],
  ] as const) {
    const request = { cohort, action, fromMs, toMs: nowMs, asOf, nowMs }
    const enters = ({ type, recordedAt }: HistoryEvent) =>
      type === cohort && Date.parse(recordedAt) >= fromMs && Date.parse(recordedAt) < nowMs
    const cells = cellsBy(log, enters, action)
    const { rows } = await copy.ask(reading => findRetention(reading, request))
    expect(rows.map(row => row.cohort)).toEqual(sorted([...cells.keys()].filter(key => !key.includes('.'))))
    for (const { cohort: monday, size, weeks } of rows) {
      // No week after that position exists. After the clock stepped back, a cohort may be later: it has its own week.
      expect(weeks).toHaveLength(Math.max(running - (weekFrom(monday) as number), 0) + 1)
      for (const { week, count } of [{ week: null, count: size }, ...weeks]) {
        const accounts = cells.get(week === null ? monday : `${monday}.${week}`) ?? []
        expect(count, `${monday} ${week}`).toBe(accounts.length)
        const found = await paged(async (after: Parameters<typeof findRetentionCustomers>[1]['after']) => {
          const page = { week: weekFrom(monday) as number, weeksLater: week ?? undefined, after, limit: 2 }
          const of = { ...request, ...page }
          const { units, next } = await copy.ask(reading => findRetentionCustomers(reading, of))
          return { rows: units, next }
        })
        expect(sorted(found.map(({ id }) => id))).toEqual(sorted(accounts))
      }
    }
  }
}

const weekMs = 7 * 86_400_000

/** The branch of an event, with its values written by hand; null: no step. */
function branchOf({ type, data }: HistoryEvent): string | null {
  const { eventType, elementText, page } = data
  if (type === 'VisitStarted' || type === 'ConsentChosen') return null
  if (type !== 'InteractionTracked') return type
  if (eventType === 'scroll' || elementText === 'Accetta') return null
  const view = new URL(String(page), 'https://example.com').pathname
  return `${type} ${eventType} ${eventType === 'page_view' ? view : elementText}`
}

/** The steps after or before the first page view of each visit in the period, and the visits of each branch. */
export async function checkPaths(
  copy: TestCopy,
  log: readonly HistoryEvent[],
  asked: { asOf: Position; fromMs: number; toMs: number; direction: 'next' | 'previous' },
) {
  const depth = 3
  const timeOf = ({ recordedAt }: HistoryEvent) => Date.parse(recordedAt)
  const ways = visitsIn(log, {}).flatMap(({ id, events }) => {
    const isInPeriod = (event: HistoryEvent) => timeOf(event) >= asked.fromMs && timeOf(event) < asked.toMs
    const start = events.findIndex(event => event.data.eventType === 'page_view' && isInPeriod(event))
    if (start < 0) return []
    const rest = asked.direction === 'next' ? events.slice(start + 1) : events.slice(0, start).reverse()
    const startMs = timeOf(events[start] as HistoryEvent)
    const far = rest.findIndex(event => Math.abs(timeOf(event) - startMs) > weekMs)
    const steps = (far < 0 ? rest : rest.slice(0, far)).map(branchOf).filter(branch => branch !== null)
    return [{ id, branches: [...steps, 'fine'].slice(0, depth) }]
  })
  const where = [{ field: 'eventType', op: 'is' as const, value: 'page_view' }]
  const request = { ...asked, event: 'InteractionTracked', where, depth }
  const check = async (node: PathNode, along: string[]) => {
    const visits = ways.filter(({ branches }) => along.every((branch, level) => branches[level] === branch))
    expect([along, node.count]).toEqual([along, visits.length])
    const page = { way: node.way, after: null, limit: 200 }
    const { units } = await copy.ask(reading => findPathVisits(reading, { ...request, ...page }))
    expect(sorted(units.map(({ id }) => id))).toEqual(sorted(visits.map(({ id }) => id)))
    for (const next of node.next)
      await check(next, [...along, [next.event ?? 'fine', ...next.where.map(({ value }) => value)].join(' ')])
    const counted = node.next.reduce((sum, { count }) => sum + count, 0)
    if (along.length < depth && along.at(-1) !== 'fine') expect([along, counted]).toEqual([along, node.count])
  }
  await check(await copy.ask(reading => findPaths(reading, request)), [])
}
