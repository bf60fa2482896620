import { chainFinder } from '@tba/events/funnels/chain.ts'
import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import type { StepResult } from '@tba/events/funnels/views.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import { joinedPersons, type LinkChange, membersOf } from '@tba/events/people/links.ts'
import type { Period } from '@tba/events/period.ts'
import { mondayOf, romeWeeks } from '@tba/events/rome-day.ts'
import { accountOf, idOf } from '@tba/events/streams.ts'
import { StepCounts } from '@tba/query-api/funnels/run-funnel.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { parseUserAgent } from '@tba/runtime/visits/user-agent.ts'
import { deviceOf, holdsAll, planOf, valuesIn } from './oracle-values.ts'
import { satisfies } from './satisfies.ts'

/**
 * The expected counts of funnels and retention: each unit is counted alone, over the events that the history shows.
 * Their own tests cover chains and conditions.
 */
export type Counted = {
  ways: { id: string; reached: number; open: boolean; startedAt: string; reachedAt: string }[]
  steps: StepResult[]
  breakdown: { value: string | null; steps: StepResult[] }[]
  open: number
  trend: { start: string; entered: number; converted: number; conversion: number }[]
  unplaced: number | undefined
}

type Unit = {
  id: string
  events: HistoryEvent[]
  value: string | null
  /** The events of each of its visits. */
  seen: HistoryEvent[][]
  /** Of a person: the visits that are theirs, the first linked one first. */
  visits?: string[]
}
type Result = Unit & {
  plan: string | null
  trail: ReturnType<typeof trailOf>
  reach: ReturnType<ReturnType<typeof chainFinder>>
}

/**
 * @param log in order, up to the position of the count
 * @param upToMs later events do not count
 */
export function countedBy(
  log: readonly HistoryEvent[],
  definition: DatedFunnel,
  upToMs = Number.POSITIVE_INFINITY,
): Counted {
  const [ofUnit = [], ofVisit = []] = [true, false].map(isPlan =>
    (definition.filters ?? []).filter(({ field }) => (field === 'plan') === isPlan),
  )
  const find = chainFinder(rulesOf(definition))
  const units = unitsBy[definition.by](log, definition)
  const isCounted = ({ recordedAt }: HistoryEvent) => Date.parse(recordedAt) <= upToMs
  const reached = units
    .map(unit => ({ ...unit, events: unit.events.filter(isCounted), plan: planOf(unit.events) }))
    .map(unit => ({ ...unit, trail: trailOf(unit.events, definition) }))
    .map((unit): Result => ({ ...unit, reach: structuredClone(find(unit.trail)) }))
    .filter(({ reach, plan }) => reach.steps > 0 && holdsAll(ofUnit, () => (plan === null ? [] : [plan])))
  const found = reached.filter(
    ({ seen }) =>
      ofVisit.length === 0 || seen.some(visit => holdsAll(ofVisit, field => valuesIn(visit, field))),
  )
  const values = [...new Set(found.map(({ value }) => value))]
  const resultsOf = (some: readonly Result[]) => {
    const counts = new StepCounts(definition.steps.length)
    for (const { trail, reach } of some) counts.add(trail, reach)
    return counts.results()
  }
  return {
    ways: found.map(({ reach, ...unit }) => ({
      id: unit.id,
      reached: reach.steps,
      open: isOpen({ reach, ...unit }, definition, log.at(-1)),
      startedAt: unit.events[reach.start[reach.steps - 1] as number]?.recordedAt ?? '',
      reachedAt: unit.events[reach.completed[reach.steps - 1] as number]?.recordedAt ?? '',
    })),
    steps: resultsOf(found),
    breakdown: values.map(value => ({ value, steps: resultsOf(found.filter(unit => unit.value === value)) })),
    open: found.filter(unit => isOpen(unit, definition, log.at(-1))).length,
    trend: trendOf(found, definition),
    unplaced:
      definition.by === 'visit' || ofVisit.length === 0
        ? undefined
        : reached.filter(({ seen }) => seen.length === 0).length,
  }
}

/** The compared period. With equal age: as it was when it was as old as the main period is at the end of the log. */
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

/** The steps that each event matches. */
function trailOf(events: readonly HistoryEvent[], { steps, exclude = [] }: DatedFunnel) {
  const matches = ({ type, data }: HistoryEvent, { event, where = [] }: (typeof steps)[number]) =>
    event === type && satisfies(where, data)
  const bits = [
    ...steps.map((step, at) => ({ step, at })),
    ...exclude.map(step => ({ step, at: 7 + step.after })),
  ]
  const matched = events.map(event =>
    bits.reduce((all, { step, at }) => (matches(event, step) ? all | (1 << at) : all), 0),
  )
  const at = events.map(({ recordedAt }) => Date.parse(recordedAt))
  return { at, steps: matched, first: 0, end: events.length }
}

/** The times of a unit's first step in the period, in ms. */
function startsOf({ trail: { at, steps } }: Result, { from, to }: DatedFunnel): number[] {
  const isStart = (ms: number, bits = 0) => bits % 2 === 1 && ms >= Date.parse(from) && ms < Date.parse(to)
  return at.filter((ms, place) => isStart(ms, steps[place]))
}

/** Whether the window of a first step was still open when the newest event was recorded. */
function isOpen(unit: Result, definition: DatedFunnel, newest?: HistoryEvent): boolean {
  const { windowMs } = rulesOf(definition)
  return startsOf(unit, definition).some(ms => ms + windowMs >= Date.parse(newest?.recordedAt ?? ''))
}

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome', dateStyle: 'short' })

/** Every day of the period, by the earliest first step of the longest chains. */
function trendOf(found: readonly Result[], definition: DatedFunnel): Counted['trend'] {
  const { from, to, steps } = definition
  const days = new Map<string, { entered: number; converted: number }>()
  for (let at = Date.parse(from); at < Date.parse(to) && days.size < 1_000; at += 3_600_000)
    days.set(day.format(at), { entered: 0, converted: 0 })
  days.set(day.format(Date.parse(to) - 1), { entered: 0, converted: 0 })
  const rules = rulesOf(definition)
  for (const unit of found) {
    const { trail, reach } = unit
    const aloneFrom = (ms: number) => chainFinder({ ...rules, fromMs: ms, toMs: ms + 1 })(trail).steps
    const first = startsOf(unit, definition).find(ms => aloneFrom(ms) === reach.steps)
    const counted = days.get(day.format(first))
    if (!counted) continue
    counted.entered++
    if (reach.steps === steps.length) counted.converted++
  }
  return [...days].map(([start, { entered, converted }]) => {
    const conversion = entered === 0 ? 0 : Math.round((converted / entered) * 1_000) / 10
    return { start, entered, converted, conversion }
  })
}

const isRobot = ({ type, data }: HistoryEvent) =>
  type === 'VisitStarted' && parseUserAgent(String(data.userAgent ?? '')).robot !== null
const isRobots = (events: readonly HistoryEvent[]) => events.some(isRobot)

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
    .map(unit => ({
      ...unit,
      seen: [unit.events],
      value: breakdown === 'plan' ? planOf(unit.events) : deviceOf(unit.events),
    }))
}

function customersIn(log: readonly HistoryEvent[], { bots }: Pick<DatedFunnel, 'bots'>): Unit[] {
  const ownerOf = new Map<string, string>()
  const idOfNumber = new Map<unknown, string>()
  for (const { type, stream, data } of log) {
    const id = stream.slice(stream.indexOf('-') + 1)
    if (stream.startsWith('account-') || stream.startsWith('setup-')) ownerOf.set(stream, id)
    if (type === 'AccountRegistered') idOfNumber.set(data.userId, id)
    if (type === 'SessionOpened') ownerOf.set(stream, String(data.accountId))
  }
  const owners = new Set<string>()
  for (const { type, stream, visitId, data } of log) {
    const owner = ownerOf.get(stream)
    if (owner && visitId !== null) owners.add(`${owner} ${visitId}`)
    const number = type === 'AnalyticsEventTracked' ? idOfNumber.get(data.userId) : undefined
    if (number) owners.add(`${number} ${stream.slice('visit-'.length)}`)
  }
  return [...new Set(ownerOf.values())].map(id => {
    const visits = [...owners].flatMap(key => (key.startsWith(`${id} `) ? [key.slice(id.length + 1)] : []))
    const counted = visits.filter(visit => bots || !isRobots(visitEvents(log, visit)))
    const isOfVisit = (event: HistoryEvent) =>
      counted.some(visit => event.stream === `visit-${visit}` || event.visitId === visit)
    const events = log.filter(event => ownerOf.get(event.stream) === id || isOfVisit(event))
    return { id, events, seen: counted.map(visit => visitEvents(log, visit)), value: planOf(events) }
  })
}

const linkOf: Record<string, LinkChange['type']> = {
  EmailClaimed: 'claimed',
  EmailReleased: 'released',
  PersonsJoined: 'joined',
}

/** The whole person of each event; null: erased, or nobody's. */
function wholesIn(log: readonly HistoryEvent[]): (event: HistoryEvent) => string | null {
  const addressOf = new Map<unknown, string | null>()
  const changes: LinkChange[] = []
  for (const { type, stream, data, position, ...more } of log) {
    const own = stream.startsWith('email-') ? personIdOf(idOf(stream)) : personIdOf(data.emailHash)
    if (own) addressOf.set(stream, own)
    if (type === 'EmailClaimed' && !('isErased' in more)) addressOf.set(data.accountId, own)
    const [person, link] = [String(data.person ?? own), linkOf[type]]
    if (link) changes.push({ type: link, person, other: String(data.other), position })
  }
  const joined = joinedPersons(changes)
  return event => {
    const address = addressOf.get(accountOf(event) ?? event.stream)
    return address && !('isErased' in event) ? (membersOf(joined, address)[0] ?? null) : null
  }
}

export function personsIn(log: readonly HistoryEvent[], { bots }: Pick<DatedFunnel, 'bots'>): Unit[] {
  const wholeOf = wholesIn(log)
  const registered = log.filter(({ type }) => type === 'AccountRegistered')
  const numbers = new Map(registered.map(event => [event.data.userId, wholeOf(event)]))
  return [...new Set(log.map(wholeOf))].flatMap(id => {
    if (!id) return []
    const visits = log.flatMap(event => {
      if (wholeOf(event) === id) return event.visitId ?? []
      const isNumbered = event.type === 'AnalyticsEventTracked' && numbers.get(event.data.userId) === id
      return isNumbered ? idOf(event.stream) : []
    })
    const counted = visits.filter(visit => bots || !isRobots(visitEvents(log, visit)))
    const streams = new Set(counted.map(visit => `visit-${visit}`))
    const events = log.filter(event => wholeOf(event) === id || streams.has(event.stream))
    const seen = counted.map(visit => visitEvents(log, visit))
    return [{ id, events, seen, value: planOf(events), visits: counted }]
  })
}

export const unitsBy = { visit: visitsIn, customer: customersIn, person: personsIn }

const weekOf = romeWeeks()

/** The customers of each cell. `2026-01-05`: the cohort of that week. `2026-01-05.2`: those of them who acted two weeks later. */
export function cellsBy(
  log: readonly HistoryEvent[],
  enters: (event: HistoryEvent) => boolean,
  action: string,
): Map<string, string[]> {
  const cells = new Map<string, string[]>()
  const timeOf = (event: HistoryEvent | undefined) => Date.parse(event?.recordedAt ?? '')
  const count = (cell: string, account: string) => cells.set(cell, [...(cells.get(cell) ?? []), account])
  for (const { id, events } of customersIn(log, { bots: false })) {
    const first = events.findIndex(enters)
    if (first < 0) continue
    const week = weekOf(timeOf(events[first]))
    count(mondayOf(week), id)
    const acted = events.slice(first).filter(({ type }) => type === action)
    for (const after of new Set(acted.map(event => Math.max(0, weekOf(timeOf(event)) - week))))
      count(`${mondayOf(week)}.${after}`, id)
  }
  return cells
}
