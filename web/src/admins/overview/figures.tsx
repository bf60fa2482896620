import type { OverviewTotals, OverviewView } from '@tba/events/overview/views.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { count, percent } from '../../components/format.ts'
import { funnelAddress } from '../funnels/builder/draft.ts'
import {
  formatChange,
  formatPoints,
  isNoiseOfCounts,
  isNoiseOfParts,
  NoiseNote,
  percentChange,
} from '../parts/charts/change.tsx'
import { duration } from '../parts/time/durations.ts'
import { addressOf } from '../views/saved-views-data.ts'
import { type OverviewAddress, type Side, visitsAddress } from './overview-address.ts'

type Figure = {
  of: keyof OverviewTotals
  name: string
  kind: 'count' | 'share' | 'time'
  /** Counts these events, with or without a visit, so no filter narrows it. */
  events?: readonly [string, ...string[]]
  /** How many of them no visit carries. */
  unplaced?: keyof OverviewView['unplaced']
}

const figures: readonly Figure[] = [
  { of: 'visits', name: 'Visite', kind: 'count' },
  { of: 'pageViews', name: 'Pagine viste', kind: 'count' },
  { of: 'bounceRate', name: 'Rimbalzi', kind: 'share' },
  { of: 'medianSeconds', name: 'Durata mediana', kind: 'time' },
  { of: 'leads', name: 'Contatti', kind: 'count', events: ['LeadSubmitted'] },
  { of: 'questionnaires', name: 'Questionari', kind: 'count', events: ['QuestionnaireSubmitted'] },
  {
    of: 'requests',
    name: 'Richieste',
    kind: 'count',
    unplaced: 'requests',
    events: ['LeadSubmitted', 'QuestionnaireSubmitted'],
  },
  {
    of: 'registrations',
    name: 'Registrazioni',
    kind: 'count',
    events: ['AccountRegistered'],
    unplaced: 'registrations',
  },
  { of: 'plans', name: 'Piani attivati', kind: 'count', events: ['PlanActivated'], unplaced: 'plans' },
  { of: 'conversion', name: 'Conversione: visite con registrazione', kind: 'share' },
]

const partsOf = ({ of }: Figure, { viewing, bounced, converted, visits }: OverviewTotals) =>
  of === 'bounceRate' ? { part: bounced, total: viewing } : { part: converted, total: visits }

/** Not rounded: a change of rounded numbers can be wrong by a tenth. Without visits there are no rates. */
function figureValue(figure: Figure, totals: OverviewTotals) {
  if (figure.kind !== 'share') return totals[figure.of]
  const { part, total } = partsOf(figure, totals)
  return total === 0 || totals.visits === 0 ? null : (100 * part) / total
}

function shown(figure: Figure, totals: OverviewTotals): string {
  const value = figureValue(figure, totals)
  return value === null ? '—' : { count, share: percent, time: duration }[figure.kind](value)
}

/** With fewer visits a median says little. */
const minVisits = 30

function isNoise(figure: Figure, now: OverviewTotals, before: OverviewTotals): boolean {
  const { kind } = figure
  const [one, other] = [figureValue(figure, now) ?? 0, figureValue(figure, before) ?? 0]
  if (kind === 'count') return isNoiseOfCounts(one, other)
  if (kind === 'time') return Math.min(now.visits, before.visits) < minVisits
  const totalIn = (totals: OverviewTotals) => partsOf(figure, totals).total
  return isNoiseOfParts({ percent: one, total: totalIn(now) }, { percent: other, total: totalIn(before) })
}

/** «+12,5%», «+1,2 punti». Null: nothing to compare. */
function changeOf(figure: Figure, now: OverviewTotals, before: OverviewTotals): string | null {
  const { kind } = figure
  const [one, other] = [figureValue(figure, now), figureValue(figure, before)]
  if (one === null || other === null || one === other || (kind !== 'share' && other === 0)) return null
  return kind === 'share' ? formatPoints(one, other) : formatChange(percentChange(one, other))
}

type ChangeProps = { figure: Figure; now: OverviewTotals; before: OverviewTotals; words: ReactNode }

function Change({ figure, now, before, words }: ChangeProps) {
  const change = changeOf(figure, now, before)
  const noise = change !== null && isNoise(figure, now, before)
  // How far medians differ by chance is not known from them alone.
  const isSure = !noise && figure.kind !== 'time'
  return (
    <dd className="figure-change">
      {change && (isSure ? <b>{change}</b> : <span>{change}</span>)} {words}
      {noise && <NoiseNote />}
    </dd>
  )
}

type NumberProps = {
  figure: Figure
  totals: OverviewTotals
  address: OverviewAddress | null
  name?: string | undefined
  isBefore?: boolean
}

/** It opens what it counts: visits, those of the conversion, or events. */
function FigureNumber({ figure, totals, address, name, isBefore = false }: NumberProps) {
  const { of, events } = figure
  const value = `${isBefore ? 'prima ' : ''}${shown(figure, totals)}`
  const opens = totals[of] && (events || of === 'visits' || of === 'conversion')
  if (!address || !opens) return <span>{value}</span>
  const asked = isBefore ? { ...address, period: address.compared } : address
  const to = events
    ? addressOf({ type: [...events], ...asked.period })
    : visitsAddress(asked, of === 'visits' ? {} : { registered: 'true' })
  return (
    <Link to={to} aria-label={[value, figure.name, name].filter(Boolean).join(', ')}>
      {value}
    </Link>
  )
}

const Value = ({ figure, side: { view, address, name } }: { figure: Figure; side: Side }) => (
  <dd className="figure-value">
    <FigureNumber figure={figure} address={address} name={name} totals={view.totals} />
    {name && <small>{name}</small>}
  </dd>
)

/** The funnel from a visit to this event by source, with the period before: it shows the source of a change. */
const funnelBySource = (
  event: string,
  { picked: { relative, from, to }, filters, filtered, isFree, compared }: OverviewAddress,
) =>
  funnelAddress({
    ...filtered.filtered,
    by: 'visit',
    steps: [{ event: 'VisitStarted' }, { event }],
    windowSeconds: 3_600,
    ...(relative ? { period: relative } : { from, to }),
    ...(filters.get('bots') === 'true' && { bots: true }),
    breakdown: 'source',
    compareTo: isFree ? compared : 'previous',
    equalAge: true,
  })

/** With two sides, those of the whole site stand once. */
export function Figures({ sides: [one, two] }: { sides: readonly Side[] }) {
  if (!one) return null
  const { address, view } = one
  const { totals, compared, unplaced } = view
  return (
    <dl className="figures">
      {figures.map(figure => {
        const isOfSite = figure.events !== undefined
        const other = isOfSite ? undefined : two
        const before = two ? other?.view.totals : compared
        return (
          <div key={figure.of}>
            <dt>{isOfSite && address?.isNarrowed ? `${figure.name} di tutto il sito` : figure.name}</dt>
            <Value figure={figure} side={isOfSite ? { view, address } : one} />
            {other && <Value figure={figure} side={other} />}
            {before && (
              <Change
                figure={figure}
                now={totals}
                before={before}
                words={
                  two ? (
                    <span>la prima sulla seconda</span>
                  ) : (
                    <FigureNumber figure={figure} address={address} totals={before} isBefore />
                  )
                }
              />
            )}
            {figure.unplaced && unplaced[figure.unplaced] > 0 && (
              <dd className="figure-change">{`${count(unplaced[figure.unplaced])} senza visita`}</dd>
            )}
            {figure.events?.length === 1 && address && (
              <dd className="figure-change">
                <Link
                  to={funnelBySource(figure.events[0], address)}
                  aria-label={`${figure.name} per sorgente`}
                >
                  per sorgente
                </Link>
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
