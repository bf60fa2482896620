import { shownAnnotation } from '@tba/events/annotations/commands.ts'
import { type Period, periodBefore, periodOf, type RelativePeriod } from '@tba/events/period.ts'
import { type OverviewDefinition, type ReportPart, saveReport } from '@tba/events/reports/definition.ts'
import type { CountedPart, CountedReport } from '@tba/events/reports/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { LRUCache } from 'lru-cache'
import { sql } from 'slonik'
import { z } from 'zod'
import { filtersOf } from '../analytics/filters.ts'
import type { Deps } from '../deps.ts'
import { runFunnel } from '../funnels/run-funnel.ts'
import { findOverview } from '../overview/find-overview.ts'
import { findOutcomes } from '../requests/outcomes.route.ts'
import { runRetention } from '../retention/find-retention.ts'
import { runTrend } from '../trends/run-trend.ts'

/** However many look, a part is counted once in this time. */
const keptMs = 300_000
/** Nobody's connection waits for it: who left finds it counted. */
export const withinMs = 120_000

type Needs = Pick<Deps, 'pool' | 'copy'>

/** Counts parts of reports. All of them together are one caller of the copy. */
function partCounts({ pool, copy }: Needs) {
  const counts = new LRUCache<string, Promise<CountedPart>>({ max: 500, ttl: keptMs })

  async function answerTo(part: ReportPart, nowMs: number, period: Period) {
    switch (part.kind) {
      case 'overview': {
        const { definition } = part
        const compared = definition.compareTo ? sameAge(definition.period, period, nowMs) : null
        const result = await copy.query(findOverview, askedOverview(definition, period, compared), {
          withinMs,
        })
        return { ...part, result, position: result.position }
      }
      case 'funnel': {
        const { countedAt: _, ...result } = await copy.query(
          runFunnel,
          { definition: part.definition, nowMs },
          { withinMs },
        )
        return { ...part, result, position: result.position }
      }
      case 'trend': {
        const result = await copy.query(runTrend, { definition: part.definition, nowMs }, { withinMs })
        return { ...part, result, position: result.position }
      }
      case 'retention': {
        const result = await copy.query(runRetention, { definition: part.definition, nowMs }, { withinMs })
        return { ...part, result, position: result.position }
      }
      case 'outcomes': {
        const result = await findOutcomes({ pool, copy }, { ...period, by: part.definition.by })
        return { ...part, result, position: null }
      }
    }
  }

  /** A part that cannot be counted says why. @throws {HttpFailure} 503 */
  async function count(part: ReportPart, nowMs: number): Promise<CountedPart> {
    const period = periodOf(part.definition.period as RelativePeriod, nowMs)
    const countedAt = new Date(nowMs).toISOString()
    const counted = { text: null, ...period, countedAt }
    try {
      return { ...(await answerTo(part, nowMs, period)), ...counted, failure: null }
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.status >= 500) throw error
      return { ...part, ...counted, result: null, position: null, failure: error.message }
    }
  }

  return async ({ text, ...part }: ReportPart): Promise<CountedPart> => {
    const key = JSON.stringify(part)
    const counting = counts.get(key) ?? count(part, Date.now())
    counts.set(key, counting)
    counting.catch(() => counts.delete(key))
    return { ...(await counting), text: text ?? null }
  }
}

const annotationRow = sql.type(z.object({ definition: shownAnnotation }))

/** Without those that the product makes of saved funnels. */
async function annotationsOf(pool: Deps['pool'], parts: readonly CountedPart[]) {
  const days = parts.flatMap(({ from, to }) => [romeDay(from), romeDay(new Date(Date.parse(to) - 1))])
  const [first = '', last = ''] = [days.toSorted()[0], days.toSorted().at(-1)]
  const found = await pool.any(annotationRow`
    select definition from read.saved where kind = 'annotation' and definition ->> 'kind' <> 'funnel'
      and definition ->> 'from' <= ${last} and coalesce(definition ->> 'to', definition ->> 'from') >= ${first}
    order by position desc limit 200`)
  return found.map(({ definition }) => definition)
}

/** Counts a report as it is now in the log; null: there is none. */
export function reportCounts({ log, ...needs }: Needs & Pick<Deps, 'log'>) {
  const countPart = partCounts(needs)
  return async (id: string): Promise<CountedReport | null> => {
    const { state } = await load(log, 'saved', id)
    if (typeof state === 'string' || state.kind !== 'report') return null
    const { title, parts } = saveReport.parse(state.definition)
    const counted: CountedPart[] = []
    for (const part of parts) counted.push(await countPart(part))
    const annotations = await annotationsOf(needs.pool, counted)
    return { title, zone: 'Europe/Rome', isShared: false, parts: counted, annotations }
  }
}
export type CountReport = ReturnType<typeof reportCounts>

const boundsOf = ({ from, to }: Period) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })

/** What `findOverview` takes for a part. */
export function askedOverview(
  { period: _, compareTo: __, bots = false, ...definition }: OverviewDefinition,
  period: Period,
  compared: Period | null,
) {
  const { registered, goal, segment, filters = [], ...values } = definition
  const chosen = [...filters, ...filtersOf(values)]
  const asked = { ...boundsOf(period), compared: compared && boundsOf(compared), filters: chosen }
  return { ...asked, segment, registered, goal, bots }
}

/** The period before; of a period that has not ended, the part of it that is as old. */
function sameAge(name: RelativePeriod, { from, to }: Period, nowMs: number): Period {
  const before = periodBefore(name, nowMs)
  if (Date.parse(to) <= nowMs) return before
  const end = new Date(Date.parse(before.from) + nowMs - Date.parse(from)).toISOString()
  return { from: before.from, to: end < before.to ? end : before.to }
}
