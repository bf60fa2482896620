import type { Condition, DatedFunnel } from '@tba/events/funnels/definition.ts'
import type { Period } from '@tba/events/funnels/period.ts'
import type { StepResult } from '@tba/events/funnels/views.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import { parseUserAgent } from '@tba/runtime/visits/user-agent.ts'

/**
 * What a funnel counts, as somebody who knows the product by its calls alone would find out: over the events that the pages
 * of the history show, as plainly as the rules on the screen say it, however long that takes.
 */
type Way = { id: string; reached: number; open: boolean; startedAt: string; reachedAt: string }

export type Counted = {
  ways: Way[]
  /** Of the same units: what they did after the step that they reached last. */
  after: HistoryEvent[][]
  steps: StepResult[]
  breakdown: { value: string | null; steps: StepResult[] }[]
  open: number
  trend: { start: string; entered: number; converted: number; conversion: number }[]
}

type Lived = Unit & { steps: Step[] }

type Unit = { id: string; events: HistoryEvent[]; value: string | null }

/**
 * @param log in its order, up to the position as of which is counted
 * @param upToMs only events count that were recorded up to then
 */
export function countedBy(
  log: readonly HistoryEvent[],
  definition: DatedFunnel,
  upToMs = Number.POSITIVE_INFINITY,
): Counted {
  const units = definition.by === 'visit' ? visitsIn(log, definition) : customersIn(log, definition)
  const isCounted = ({ recordedAt }: HistoryEvent) => Date.parse(recordedAt) <= upToMs
  const found = units
    .map(unit => ({ ...unit, events: unit.events.filter(isCounted) }))
    .map(unit => ({ ...unit, steps: wayOf(unit.events, definition) }))
    .filter(({ steps }) => steps.length > 0)
  const values = [...new Set(found.map(({ value }) => value))]
  const resultsOf = (some: typeof found) =>
    stepsOf(
      some.map(({ steps }) => steps),
      definition.steps.length,
    )
  return {
    ways: found.map(({ id, events, steps }) => ({
      id,
      reached: steps.length,
      open: isOpen(events, definition, log.at(-1)),
      startedAt: steps.at(-1)?.chain[0]?.recordedAt ?? '',
      reachedAt: steps.at(-1)?.chain.at(-1)?.recordedAt ?? '',
    })),
    after: found.map(({ events, steps }) => {
      const last = steps.at(-1)?.chain.at(-1) as HistoryEvent
      return events.slice(events.indexOf(last) + 1)
    }),
    steps: resultsOf(found),
    breakdown: values.map(value => ({ value, steps: resultsOf(found.filter(unit => unit.value === value)) })),
    open: found.filter(({ events }) => isOpen(events, definition, log.at(-1))).length,
    trend: trendOf(found, definition),
  }
}

/** The period that it is compared with, at equal age as it stood when it was as old as the other one at the end of the log. */
export function comparedBy(
  log: readonly HistoryEvent[],
  definition: DatedFunnel & { compareTo: Period },
): Counted {
  const { compareTo, equalAge, from } = definition
  const other = { ...definition, ...compareTo }
  if (!equalAge) return countedBy(log, other)
  const atMs = Date.parse(log.at(-1)?.recordedAt ?? '')
  const agedMs = atMs + Math.min(0, Date.parse(compareTo.from) - Date.parse(from))
  const last = log.findLastIndex(({ recordedAt }) => Date.parse(recordedAt) <= agedMs)
  return countedBy(log.slice(0, last + 1), other, agedMs)
}

/** Whether the window of any first step had not ended when the newest event was recorded. */
function isOpen(events: readonly HistoryEvent[], definition: DatedFunnel, newest?: HistoryEvent): boolean {
  const starts = events.filter(event => isFirst(event, definition))
  return starts.some(start => newest && secondsBetween(start, newest) <= definition.windowSeconds)
}

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome', dateStyle: 'short' })

/** Every day of the period, by the earliest first step of the chains that lead furthest. */
function trendOf(found: readonly Lived[], definition: DatedFunnel): Counted['trend'] {
  const { from, to, steps } = definition
  const days = new Map<string, { entered: number; converted: number }>()
  for (let at = Date.parse(from); at < Date.parse(to) && days.size < 1_000; at += 3_600_000)
    days.set(day.format(at), { entered: 0, converted: 0 })
  days.set(day.format(Date.parse(to) - 1), { entered: 0, converted: 0 })
  for (const { events, steps: way } of found) {
    const begins = events.filter(event => isFirst(event, definition))
    const alone = (start: HistoryEvent) => wayOf(events, { ...definition }, start).length === way.length
    const counted = days.get(day.format(new Date(begins.find(alone)?.recordedAt ?? '')))
    if (!counted) continue
    counted.entered++
    if (way.length === steps.length) counted.converted++
  }
  return [...days].map(([start, { entered, converted }]) => {
    const conversion = entered === 0 ? 0 : Math.round((converted / entered) * 1_000) / 10
    return { start, entered, converted, conversion }
  })
}

const userAgentOf = (events: readonly HistoryEvent[]) =>
  String(events.find(({ type }) => type === 'VisitStarted')?.data.userAgent ?? '')

const isRobots = (events: readonly HistoryEvent[]) => parseUserAgent(userAgentOf(events)).robot !== null

function visitEvents(log: readonly HistoryEvent[], id: string): HistoryEvent[] {
  return log.filter(({ stream, visitId }) => stream === `visit-${id}` || visitId === id)
}

export function visitsIn(
  log: readonly HistoryEvent[],
  { bots, breakdown }: Pick<DatedFunnel, 'bots' | 'breakdown'>,
): Unit[] {
  const named = log.flatMap(({ stream, visitId }) => [
    ...(stream.startsWith('visit-') ? [stream.slice('visit-'.length)] : []),
    ...(visitId === null ? [] : [visitId]),
  ])
  return [...new Set(named)]
    .map(id => ({ id, events: visitEvents(log, id) }))
    .filter(({ events }) => bots || !isRobots(events))
    .map(unit => ({ ...unit, value: breakdown === 'plan' ? planOf(unit.events) : deviceOf(unit.events) }))
}

export function customersIn(log: readonly HistoryEvent[], { bots }: Pick<DatedFunnel, 'bots'>): Unit[] {
  const ownerOf = new Map<string, string>()
  const idOfNumber = new Map<unknown, string>()
  for (const { type, stream, data } of log) {
    const id = stream.slice(stream.indexOf('-') + 1)
    if (stream.startsWith('account-') || stream.startsWith('setup-')) ownerOf.set(stream, id)
    if (type === 'AccountRegistered') idOfNumber.set(data.userId, id)
    if (type === 'SessionOpened') ownerOf.set(stream, String(data.accountId))
  }
  const ties = new Set<string>()
  for (const { type, stream, visitId, data } of log) {
    const owner = ownerOf.get(stream)
    if (owner && visitId !== null) ties.add(`${owner} ${visitId}`)
    const number = type === 'AnalyticsEventTracked' ? idOfNumber.get(data.userId) : undefined
    if (number) ties.add(`${number} ${stream.slice('visit-'.length)}`)
  }
  return [...new Set(ownerOf.values())].map(id => {
    const visits = [...ties].flatMap(tie => (tie.startsWith(`${id} `) ? [tie.slice(id.length + 1)] : []))
    const counted = visits.filter(visit => bots || !isRobots(visitEvents(log, visit)))
    const isOfVisit = (event: HistoryEvent) =>
      counted.some(visit => event.stream === `visit-${visit}` || event.visitId === visit)
    const events = log.filter(event => ownerOf.get(event.stream) === id || isOfVisit(event))
    return { id, events, value: planOf(events) }
  })
}

function planOf(events: readonly HistoryEvent[]): string | null {
  const types = ['LeadSubmitted', 'PlanActivated', 'PlanChanged']
  const plan = events.findLast(({ type }) => types.includes(type))?.data.plan
  return typeof plan === 'string' ? plan : null
}

function deviceOf(events: readonly HistoryEvent[]): string | null {
  const agent = userAgentOf(events)
  if (agent.includes('iPhone')) return 'mobile'
  return agent.includes('Windows') ? 'desktop' : null
}

type Step = { chain: HistoryEvent[]; previous: HistoryEvent }

/** For each step that the events reach, the chain by which it is timed. */
function wayOf(events: readonly HistoryEvent[], definition: DatedFunnel, only?: HistoryEvent): Step[] {
  const { steps, strict } = definition
  const few = strict ? events.filter(event => steps.some(step => isStep(event, step))) : events
  // By its step and its start: the places at which a chain may have reached that step, and from which one each may follow.
  const starts = few.flatMap((event, start) =>
    isFirst(event, definition) && (only === undefined || event === only) ? [start] : [],
  )
  const reached = starts.map(start => {
    const places: Map<number, number[]>[] = [new Map([[start, [start]]])]
    for (let step = 1; step < steps.length; step++)
      places.push(
        placesOf(few, definition, { step, start, before: [...(places[step - 1] ?? new Map()).keys()] }),
      )
    return { start, places }
  })
  const way: Step[] = []
  for (const step of steps.keys()) {
    const ends = reached.flatMap(({ places }) => [...(places[step]?.keys() ?? [])])
    if (ends.length === 0) break
    const end = Math.min(...ends)
    const latest = reached.findLast(({ places }) => places[step]?.has(end))
    const previous = Math.min(...(latest?.places[step]?.get(end) ?? []))
    const at = (place: number) => few[place] as HistoryEvent
    way.push({ chain: [at(latest?.start ?? 0), at(end)], previous: at(previous) })
  }
  return way
}

type Reaching = { step: number; start: number; before: number[] }

/** Where a chain from this start may reach a step, and the places of the step before that lead there. */
function placesOf(
  events: readonly HistoryEvent[],
  { steps, windowSeconds, stepWindowsSeconds, strict }: DatedFunnel,
  { step, start, before }: Reaching,
): Map<number, number[]> {
  const asked = steps[step] as DatedFunnel['steps'][number]
  const stepSeconds = stepWindowsSeconds?.[step - 1] ?? Infinity
  const places = new Map<number, number[]>()
  for (const [place, event] of events.entries()) {
    if (!isStep(event, asked) || secondsBetween(events[start], event) > windowSeconds) continue
    const from = before.filter(
      other =>
        (strict ? other + 1 === place : other < place) && secondsBetween(events[other], event) <= stepSeconds,
    )
    if (from.length > 0) places.set(place, from)
  }
  return places
}

const secondsBetween = (from: HistoryEvent | undefined, to: HistoryEvent) =>
  (Date.parse(to.recordedAt) - Date.parse(from?.recordedAt ?? '')) / 1_000

const isFirst = (event: HistoryEvent, { steps: [first], from, to }: DatedFunnel) =>
  first !== undefined && isStep(event, first) && event.recordedAt >= from && event.recordedAt < to

const isStep = (event: HistoryEvent, { event: type, where = [] }: DatedFunnel['steps'][number]) =>
  event.type === type && where.every(condition => holds(event, condition))

/** As the rules say it; no definition of these tests compares what cannot be. */
function holds(event: HistoryEvent, { field, op, value: asked }: Condition): boolean {
  let value = asked
  let found: unknown = event.data
  for (const name of field.split('.')) found = (found as Record<string, unknown> | null | undefined)?.[name]
  // A page is compared by its path.
  if (field === 'page') {
    found = pathOf(found)
    if (op === 'is' || op === 'isNot') value = pathOf(value) as string
  }
  if (op === 'isNot') return !holds(event, { field, op: 'is', value })
  if (found === null || found === undefined) return false
  if (op === 'is') return `${found}` === `${value}`
  if (op === 'contains') return `${found}`.includes(`${value}`)
  if (op === 'startsWith') return `${found}`.startsWith(`${value}`)
  return op === 'gt' ? Number(found) > Number(value) : Number(found) < Number(value)
}

function pathOf(page: unknown): unknown {
  if (typeof page !== 'string') return page
  const [bare = ''] = page.split(/[?#]/)
  return (/^\w+:\/\//.test(bare) ? new URL(bare).pathname : bare) || '/'
}

/** What is told of steps: how many units reached each, and how long the one in the middle took. */
function stepsOf(ways: Step[][], length: number): StepResult[] {
  const counts = Array.from({ length }, (_, step) => ways.filter(way => way.length > step).length)
  const percent = (part = 0, whole = 0) => (whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10)
  return counts.map((count, step) => ({
    count,
    dropped: step + 1 < length ? count - (counts[step + 1] ?? 0) : 0,
    conversion: percent(count, counts[0]),
    fromPrevious: percent(count, counts[Math.max(0, step - 1)]),
    medianSeconds: step === 0 ? null : middle(ways.flatMap(way => secondsOf(way[step]))),
  }))
}

const secondsOf = (step: Step | undefined) =>
  step ? [secondsBetween(step.previous, step.chain.at(-1) as HistoryEvent)] : []

function middle(seconds: number[]): number | null {
  const sorted = seconds.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 1e7) / 1e7
}
