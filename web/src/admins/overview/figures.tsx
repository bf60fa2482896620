import type { OverviewTotals, OverviewView } from '@tba/events/overview/views.ts'
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
import { type OverviewAddress, type Side, visitsAddress } from './overview-address.ts'

type Figure = {
  of: keyof OverviewTotals
  name: string
  kind: 'count' | 'share' | 'time'
  /** Counts these events, with or without a visit, so no filter narrows it. */
  event?: string
  /** How many of them no visit carries. */
  unplaced?: keyof OverviewView['unplaced']
}

const figures: readonly Figure[] = [
  { of: 'visits', name: 'Visite', kind: 'count' },
  { of: 'pageViews', name: 'Pagine viste', kind: 'count' },
  { of: 'bounceRate', name: 'Rimbalzi', kind: 'share' },
  { of: 'medianSeconds', name: 'Durata mediana', kind: 'time' },
  { of: 'leads', name: 'Contatti', kind: 'count', event: 'LeadSubmitted' },
  { of: 'questionnaires', name: 'Questionari', kind: 'count', event: 'QuestionnaireSubmitted' },
  { of: 'requests', name: 'Richieste', kind: 'count', unplaced: 'requests' },
  {
    ...{ of: 'registrations', name: 'Registrazioni', kind: 'count', event: 'AccountRegistered' },
    unplaced: 'registrations',
  },
  { of: 'plans', name: 'Piani attivati', kind: 'count', event: 'PlanActivated', unplaced: 'plans' },
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

type ChangeProps = { figure: Figure; now: OverviewTotals; before: OverviewTotals; words: string }

function Change({ figure, now, before, words }: ChangeProps) {
  const change = changeOf(figure, now, before)
  const noise = change !== null && isNoise(figure, now, before)
  // How far medians differ by chance is not known from them alone.
  const isSure = !noise && figure.kind !== 'time'
  return (
    <dd className="figure-change">
      {change && (isSure ? <b>{change}</b> : <span>{change}</span>)} <span>{words}</span>
      {noise && <NoiseNote />}
    </dd>
  )
}

/** Visits are opened, all of them or those of the conversion. */
function Value({ figure, side: { view, address, name } }: { figure: Figure; side: Side }) {
  const { of } = figure
  const value = shown(figure, view.totals)
  const opens = address && view.totals[of] && (of === 'visits' || of === 'conversion')
  return (
    <dd className="figure-value">
      {opens ? (
        <Link
          to={visitsAddress(address, of === 'visits' ? {} : { registered: 'true' })}
          aria-label={[value, figure.name, name].filter(Boolean).join(', ')}
        >
          {value}
        </Link>
      ) : (
        <span>{value}</span>
      )}
      {name && <small>{name}</small>}
    </dd>
  )
}

/** The funnel from a visit to this event by source, with the period before: it shows the source of a change. */
const funnelBySource = (
  event: string,
  { picked: { relative, from, to }, filters, filtered }: OverviewAddress,
) =>
  funnelAddress({
    ...filtered.filtered,
    by: 'visit',
    steps: [{ event: 'VisitStarted' }, { event }],
    windowSeconds: 3_600,
    ...(relative ? { period: relative } : { from, to }),
    ...(filters.get('bots') === 'true' && { bots: true }),
    ...{ breakdown: 'source', compareTo: 'previous', equalAge: true },
  })

/** With two sides, those of the whole site stand once. */
export function Figures({ sides: [one, two] }: { sides: readonly Side[] }) {
  if (!one) return null
  const { address, view } = one
  const { totals, compared, unplaced } = view
  return (
    <dl className="figures">
      {figures.map(figure => {
        const isOfSite = (figure.event || figure.unplaced) !== undefined
        const other = isOfSite ? undefined : two
        const before = two ? other?.view.totals : compared
        return (
          <div key={figure.of}>
            <dt>{isOfSite && address?.isNarrowed ? `${figure.name} di tutto il sito` : figure.name}</dt>
            <Value figure={figure} side={isOfSite ? { view, address } : one} />
            {other && <Value figure={figure} side={other} />}
            {before && (
              <Change
                {...{ figure, now: totals, before }}
                words={two ? 'la prima sulla seconda' : `prima ${shown(figure, before)}`}
              />
            )}
            {figure.unplaced && unplaced[figure.unplaced] > 0 && (
              <dd className="figure-change">{`${count(unplaced[figure.unplaced])} senza visita`}</dd>
            )}
            {figure.event && address && (
              <dd className="figure-change">
                <Link to={funnelBySource(figure.event, address)} aria-label={`${figure.name} per sorgente`}>
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
