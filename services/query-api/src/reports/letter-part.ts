import type { FunnelStep } from '@tba/events/condition.ts'
import type { Filtered } from '@tba/events/filters/filter.ts'
import { narrowing, valueWord } from '@tba/events/filters/words.ts'
import { noSource } from '@tba/events/overview/views.ts'
import type { Period } from '@tba/events/period.ts'
import type { ReportPart } from '@tba/events/reports/definition.ts'
import type { LetterFigure, LetterPart } from '@tba/events/reports/letter-counts.ts'
import { stepName } from '@tba/events/step-words.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { Copy } from '../analytics/copy/copy.ts'
import { filtersOf } from '../analytics/filters.ts'
import type { Deps } from '../deps.ts'
import { runFunnel } from '../funnels/run-funnel.ts'
import { findOverview } from '../overview/find-overview.ts'
import { findOutcomes } from '../requests/outcomes.route.ts'
import { runRetention } from '../retention/find-retention.ts'
import { runTrend } from '../trends/run-trend.ts'
import { askedOverview } from './count-report.ts'
import { findLast } from './find-last.ts'
import { splitSmall } from './small-groups.ts'

type Needs = Pick<Deps, 'pool' | 'copy'>
type Asked = { period: Period; before: Period; nowMs: number; options: Parameters<Copy['query']>[2] }
/** `steps`: the events that the first figure is made of. */
type Counted = Pick<LetterPart, 'name' | 'figures' | 'bars'> & {
  steps: readonly FunnelStep[]
  position: string | null
}

/** More are no bars of a letter. */
const maxBars = 31

/** What a letter says of a part: the closed period instead of the part's own, against the one before. @throws {HttpFailure} 503 */
export async function letterPart(
  needs: Needs,
  part: ReportPart,
  asked: Asked,
): Promise<LetterPart & { position: string | null }> {
  const said = { text: part.text ?? null, only: onlyOf(part) }
  try {
    const { steps, ...counted } = await countPart(needs, part, asked)
    const isEmpty = counted.figures.every(({ value }) => value === 0)
    const [fromMs, toMs] = [Date.parse(asked.period.from), Date.parse(asked.period.to)]
    const empty = isEmpty ? await needs.copy.query(findLast, { steps, fromMs, toMs }, asked.options) : null
    return { ...counted, bars: isEmpty ? [] : counted.bars, ...said, empty, failure: null }
  } catch (error) {
    if (!(error instanceof HttpFailure) || error.status >= 500) throw error
    const none = { figures: [], bars: [], empty: null, position: null }
    return { ...none, name: names[part.kind], ...said, failure: error.message }
  }
}

const names: Record<ReportPart['kind'], string> = {
  overview: 'Panoramica',
  funnel: 'Funnel',
  trend: 'Andamento',
  retention: 'Fidelizzazione',
  outcomes: 'Da richiesta a cliente',
}

const figure = (
  name: string,
  value: number | null | undefined,
  before: number | null | undefined,
  isPercent = false,
): LetterFigure => ({ name, value: value ?? null, before: before ?? null, isPercent })

const sum = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((total, item) => total + of(item), 0)

async function countPart({ pool, copy }: Needs, part: ReportPart, asked: Asked): Promise<Counted> {
  const { period, before, nowMs, options } = asked
  switch (part.kind) {
    case 'overview': {
      const view = await copy.query(findOverview, askedOverview(part.definition, period, before), options)
      const of = (name: string, key: keyof typeof view.totals, isPercent = false) =>
        figure(name, view.totals[key], view.compared?.[key], isPercent)
      return {
        name: names.overview,
        steps: [{ event: 'VisitStarted' }],
        position: view.position,
        figures: [
          ...[of('Visite', 'visits'), of('Pagine viste', 'pageViews'), of('Richieste', 'requests')],
          ...[of('Registrazioni', 'registrations'), of('Piani attivati', 'plans')],
          of('Visite con registrazione', 'conversion', true),
        ],
        bars: view.perDay.map(({ day, visits }) => ({ label: dayOf(day), value: visits })),
      }
    }
    case 'funnel': {
      const { steps } = part.definition
      // The period before had more time to convert: it counts as old as this one is.
      const dated = { ...part.definition, period: undefined, ...period, compareTo: before, equalAge: true }
      const { compared, ...result } = await copy.query(runFunnel, { definition: dated, nowMs }, options)
      const [last, lastBefore] = [result.steps.at(-1), compared?.steps.at(-1)]
      return {
        name: `${names.funnel}: ${steps.map(stepName).join(' → ')}`,
        steps: steps.slice(0, 1),
        position: result.position,
        figures: [
          figure('Entrati', result.steps[0]?.count, compared?.steps[0]?.count),
          figure('Arrivati in fondo', last?.count, lastBefore?.count),
          figure('Conversione', last?.conversion, lastBefore?.conversion, true),
        ],
        bars: steps.map((step, at) => ({ label: stepName(step), value: result.steps[at]?.count ?? 0 })),
      }
    }
    case 'trend': {
      const { series: steps, interval, ratio } = part.definition
      const dated = { ...part.definition, period: undefined, ...period, compareTo: before }
      const { series, compared, position } = await copy.query(runTrend, { definition: dated, nowMs }, options)
      const labels = ratio ? [steps.map(stepName).join(' su ')] : steps.map(stepName)
      const points = series[0]?.points ?? []
      return {
        name: `${names.trend}: ${labels.join(', ')}`,
        steps,
        position,
        figures: series.map(({ total }, at) =>
          figure(labels[at] ?? '', total, compared?.series[at]?.total, ratio),
        ),
        bars:
          ratio || points.length < 2 || points.length > maxBars
            ? []
            : points.map(({ start, value }) => ({
                label: interval === 'hour' ? hour.format(new Date(start)) : dayOf(start),
                value: value ?? 0,
              })),
      }
    }
    case 'retention': {
      const { entry, action } = part.definition
      const run = (dates: Period) =>
        copy.query(
          runRetention,
          { definition: { ...part.definition, period: undefined, ...dates }, nowMs },
          options,
        )
      const [now, then] = [await run(period), await run(before)]
      const entered = (result: typeof now) => sum(result.cohorts, ({ size }) => size)
      const returned = (result: typeof now) => sum(result.cohorts, ({ counts }) => counts[0] ?? 0)
      return {
        name: `${names.retention}: ${stepName(entry)} → ${stepName(action)}`,
        steps: [entry],
        position: now.position,
        figures: [
          figure('Entrati', entered(now), entered(then)),
          figure('Con l’azione nello stesso intervallo', returned(now), returned(then)),
        ],
        bars:
          now.cohorts.length < 2 || now.cohorts.length > maxBars
            ? []
            : now.cohorts.map(({ start, size }) => ({ label: dayOf(start), value: size })),
      }
    }
    case 'outcomes': {
      const { by } = part.definition
      const [now, then] = [
        await findOutcomes({ pool, copy }, { ...period, by }),
        await findOutcomes({ pool, copy }, { ...before, by }),
      ]
      const of = (key: 'requests' | 'contactedInADay' | 'registered' | 'activated') =>
        [sum(now.rows, row => row[key]), sum(then.rows, row => row[key])] as const
      const { shown, small } = splitSmall(now.rows, ({ requests }) => requests)
      const others = small.length > 0 ? [{ label: 'Altri', value: sum(small, row => row.requests) }] : []
      return {
        name: names.outcomes,
        position: null,
        steps: [{ event: 'LeadSubmitted' }, { event: 'QuestionnaireSubmitted' }],
        figures: [
          figure('Richieste', ...of('requests')),
          figure('Contattate entro 24 ore', ...of('contactedInADay')),
          { ...figure('Seguite da registrazione', ...of('registered')), hadMoreTime: true },
          { ...figure('Seguite da un piano', ...of('activated')), hadMoreTime: true },
        ],
        bars:
          by === 'source' || by === 'plan'
            ? [
                ...shown.map(({ value, requests }) => ({ label: value ?? noSource, value: requests })),
                ...others,
              ].slice(0, maxBars)
            : [],
      }
    }
  }
}

function onlyOf(part: ReportPart): string | null {
  const { filters = [], segment }: Filtered = part.kind === 'outcomes' ? {} : part.definition
  const { page, source, device } = part.kind === 'overview' ? part.definition : {}
  return narrowing({ filters: [...filters, ...filtersOf({ page, source, device })], segment }, valueWord)
}

const rome = { timeZone: 'Europe/Rome' } as const
const day = new Intl.DateTimeFormat('it-IT', { ...rome, weekday: 'short', day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat('it-IT', { ...rome, hour: '2-digit', minute: '2-digit' })
const dayOf = (at: string) => day.format(new Date(at))
