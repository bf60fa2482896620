import { alarmDecider } from '@tba/events/alarms/alarm.decider.ts'
import { type AlarmDefinition, maxWindowDays } from '@tba/events/alarms/definition.ts'
import type { AlarmOutcome } from '@tba/events/alarms/events.ts'
import { type OpenHours, openHours } from '@tba/events/alarms/open-hours.ts'
import { type AlarmPoints, comparedWeeks, type Minutes, outcomes } from '@tba/events/alarms/outcome.ts'
import type { AlarmTrial } from '@tba/events/alarms/views.ts'
import { fold, isRefusal, noLogTime } from '@tba/events/decider.ts'
import { present } from '@tba/events/present.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { itemsOf } from '../analytics/unit-events.ts'
import { eventsByUnit, scopeAt } from '../analytics/units.ts'
import { within } from '../analytics/within.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
/** The product counts as often. */
export const countEveryMs = 5 * minuteMs
const triedMs = 90 * dayMs
/** A silence is proposed that would have been found this often in the time of a trial. */
const proposedFirings = 3

type Asked = { definition: AlarmDefinition; nowMs: number }

/** Counts an alarm now. */
export async function countAlarm(snapshot: Snapshot, { definition, nowMs }: Asked): Promise<AlarmOutcome> {
  const { outcomeAt } = await readOutcomes(snapshot, definition, { fromMs: nowMs, toMs: nowMs })
  return outcomeAt(nowMs)
}

/** When an alarm would have sounded in the last 90 days, counted and decided as it would have been. */
export async function tryAlarm(snapshot: Snapshot, { definition, nowMs }: Asked): Promise<AlarmTrial> {
  const toMs = nowMs - (nowMs % minuteMs)
  const fromMs = toMs - triedMs
  const { outcomeAt, points, hours } = await readOutcomes(snapshot, definition, { fromMs, toMs })
  const firings: AlarmTrial['firings'] = []
  let state = fold(alarmDecider, [{ type: 'AlarmMade', data: { name: '', definition } }])
  for (let atMs = fromMs; atMs <= toMs; atMs += countEveryMs) {
    const now = new Date(atMs).toISOString()
    const judged = alarmDecider.decide(state, { type: 'JudgeAlarm', outcome: outcomeAt(atMs), now })
    for (const event of isRefusal(judged) ? [] : judged) {
      state = alarmDecider.evolve(state, event, noLogTime)
      const letter = event.type === 'AlarmJudged' ? event.data.letter : null
      const last = firings.at(-1)
      if (letter === 'firing') firings.push({ from: now, to: null })
      if (letter === 'recovered' && last) last.to = now
    }
  }
  const days = Math.max(1, Math.ceil((toMs - Math.max(fromMs, points.firstMs ?? toMs)) / dayMs))
  const isSilence = definition.kind === 'silence'
  return { firings, days, proposedHours: isSilence ? proposedHours(points.matching, hours, fromMs) : null }
}

/** The least whole hours that were silent three times at most. */
function proposedHours({ at }: Minutes, { openMs }: OpenHours, fromMs: number): number | null {
  const opens = at.filter(ms => ms >= fromMs).map(openMs)
  const gaps = opens.slice(1).map((open, index) => open - present(opens[index]))
  const most = gaps.toSorted((one, other) => other - one)[proposedFirings]
  return most === undefined ? null : Math.min(720, Math.floor(most / hourMs) + 1)
}

/** What the alarm says at moments of a period, from what the log has of it. */
async function readOutcomes(
  snapshot: Snapshot,
  definition: AlarmDefinition,
  { fromMs, toMs }: { fromMs: number; toMs: number },
) {
  const weeks = definition.kind === 'change' ? comparedWeeks : 0
  const hours = openHours(definition, fromMs - (maxWindowDays + 7 * weeks) * dayMs, toMs + dayMs)
  const windowMs = definition.hours * hourMs
  // An hour more: the clock may have changed.
  const earliest = hours.back(fromMs - 7 * weeks * dayMs - hourMs, windowMs)
  const points = await readPoints(snapshot, definition, { fromMs: earliest, toMs })
  return { points, hours, outcomeAt: outcomes(definition, points, hours) }
}

const minuteOf = sql`(recorded_ms - recorded_ms % ${minuteMs})::double as at`

async function readPoints(
  snapshot: Snapshot,
  { series, count }: AlarmDefinition,
  period: { fromMs: number; toMs: number },
): Promise<AlarmPoints> {
  const inPeriod = within(sql`recorded_ms`, period)
  const steps = join(
    series.map(step => sql`(${matchesStep(step)})`),
    ' or ',
  )
  const robots = sql`select id from visits where robot is not null`
  const matching = sql`select * from events where ${inPeriod} and (${steps})
    and (own_visit is null or own_visit not in (${robots})) and (tied_visit is null or tied_visit not in (${robots}))`
  const by = count === 'persons' ? 'person' : 'visit'
  const scope = await scopeAt(snapshot, { by, end: snapshot.lastSeq, bots: false })
  const [first] = await snapshot.rows<{ at: number | null }>(
    sql`select min(recorded_ms)::double as at from events`,
  )
  return {
    firstMs: first?.at ?? null,
    alive: await readMinutes(
      snapshot,
      sql`select ${minuteOf}, count(*)::double from events where ${inPeriod} and own_visit is not null group by 1`,
    ),
    matching: await (count === 'events'
      ? readMinutes(snapshot, sql`select ${minuteOf}, count(*)::double from (${matching}) group by 1`)
      : readMinutes(
          snapshot,
          sql`select distinct ${minuteOf}, 1::double, hash(unit) from (${eventsByUnit(scope, matching)})`,
          { isByUnit: true },
        )),
  }
}

async function readMinutes(snapshot: Snapshot, rows: Sql, { isByUnit = false } = {}): Promise<Minutes> {
  const [at, count, unit]: [number[], number[], bigint[]] = [[], [], []]
  const chunks = await snapshot.chunks(sql`${rows} order by 1`)
  for await (const chunk of chunks()) {
    const [times, counts] = [itemsOf<Float64Array>(chunk, 0), itemsOf<Float64Array>(chunk, 1)]
    const units = isByUnit ? itemsOf<BigUint64Array>(chunk, 2) : null
    for (let row = 0; row < chunk.rowCount; row++) {
      at.push(present(times[row]))
      count.push(present(counts[row]))
      if (units) unit.push(present(units[row]))
    }
  }
  return { at, count, unit: isByUnit ? unit : null }
}
