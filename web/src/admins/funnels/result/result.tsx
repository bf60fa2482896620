import { type FunnelDefinition, resolvePeriods } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { type CSSProperties, lazy, type ReactNode, useState } from 'react'
import { count, percent } from '../../../components/format.ts'
import { changeIn, points, signed } from '../../parts/charts/change.tsx'
import { CopyButton, TextButton } from '../../parts/filters/controls.tsx'
import { ChartPlace } from '../../parts/page/view-state.tsx'
import { daysName } from '../../parts/time/rome-time.ts'
import { MomentOf } from '../../parts/time/times.tsx'
import { isSameDefinition } from '../builder/draft.ts'
import { median, stepName, unitCount, type units } from '../words.ts'
import { type OpenBy, type Row, rowsOf } from './bars.ts'
import { BreakdownTable } from './breakdown.table.tsx'
import { InsteadBeside } from './instead.tsx'
import { ResultTable } from './result.table.tsx'

const TrendChart = lazy(() => import('./trend.chart.tsx'))

/** The compared period. With `equalAge`, also its end, while its units could go on. */
function ComparedPeriod({ definition, result: { positionAt, from }, readAt }: Omit<Props, 'open' | 'stay'>) {
  const { compareTo, equalAge, windowSeconds } = resolvePeriods(definition, readAt.getTime())
  if (!compareTo || positionAt === null) return null
  const agedMs = Date.parse(compareTo.from) + Date.parse(positionAt) - Date.parse(from)
  const isOver = agedMs > Date.parse(compareTo.to) + windowSeconds * 1_000
  return (
    <p className="quiet small">
      Confronto: {daysName(compareTo)}
      {equalAge && !isOver && (
        <>
          , com’era al <MomentOf at={new Date(agedMs).toISOString()} />
        </>
      )}
      .
    </p>
  )
}

type Props = {
  definition: FunnelDefinition
  result: FunnelResult
  readAt: Date
  open: OpenBy
  children?: ReactNode
  /** Keeps this position in the definition. */
  stay: ((position: string) => void) | null
}

export function Result({ definition, result, readAt, open, children, stay }: Props) {
  const rows = rowsOf(definition.steps.map(stepName), result)
  const { by } = definition
  /** Counted on request: a saved funnel refreshes, and would request it each time. */
  const [instead, setInstead] = useState<FunnelDefinition | null>(null)
  const isInstead = instead !== null && isSameDefinition({ ...definition, asOf: instead.asOf }, instead)
  const hasEntered = [...result.steps, ...(result.compared?.steps ?? [])].some(({ count }) => count > 0)
  const { position } = result
  return (
    <section className="result" aria-labelledby="result-title">
      <header className="result-head">
        <h2 id="result-title">Risultato</h2>
        {children}
        <p className="quiet small">
          Contato <MomentOf at={readAt.toISOString()} />
          {position && (
            <>
              , fino all’ultimo evento di allora.{' '}
              <CopyButton
                text={position}
                label="Copia il punto del registro"
                done="Punto copiato"
                failed="Punto non copiato"
              />
              {stay && definition.asOf === undefined && (
                <>
                  {' '}
                  <TextButton onClick={() => stay(position)}>Resta a questo punto</TextButton>
                </>
              )}
            </>
          )}
        </p>
        {result.open > 0 && (
          <p className="quiet small">
            Ancora in corso: {unitCount(by, result.open)}, la cui finestra non era finita a quel punto.
          </p>
        )}
        <ComparedPeriod {...{ definition, result, readAt }} />
      </header>
      {hasEntered ? (
        <>
          <ResultChart {...{ rows, by, open }} />
          {result.trend && result.trend.length > 1 && (
            <ChartPlace space="trend-space">
              <TrendChart
                trend={result.trend}
                unit={definition.trend ?? 'day'}
                windowSeconds={definition.windowSeconds}
                atMs={Date.parse(result.positionAt ?? result.to)}
              />
            </ChartPlace>
          )}
        </>
      ) : (
        <p className="no-result" role="status">
          Nessuno è entrato: nel periodo non c’è {by === 'visit' ? 'una visita' : 'un cliente'} con il primo
          passo. Prova un periodo più lungo, o meno condizioni.
        </p>
      )}
      <ResultTable
        {...{ definition, result, open }}
        {...(isInstead && { below: step => <InsteadBeside definition={instead} step={step} /> })}
      />
      {position && result.steps.some(({ dropped }) => dropped > 0) && (
        <TextButton
          className="instead-button"
          aria-expanded={isInstead}
          onClick={() => setInstead(isInstead ? null : { ...definition, asOf: position })}
        >
          {isInstead ? 'Nascondi cosa hanno fatto invece' : 'Mostra cosa hanno fatto invece, dopo ogni passo'}
        </TextButton>
      )}
      <BreakdownTable {...{ definition, result, open }} />
    </section>
  )
}

type ChartProps = { rows: Row[]; by: keyof typeof units; open: OpenBy }

const wide = (amount: number, longest: number) => ({ width: `${(100 * amount) / longest}%` }) as CSSProperties

const lostShare = ({ result }: Row) => percent(Math.round((100 - result.fromPrevious) * 10) / 10)
const numbers = ({ count: amount, conversion }: Row['result']) => `${count(amount)} · ${percent(conversion)}`

/** The first step compares counts, later steps compare rates. */
const changeOf = ({ step, result, compared, hasRates }: Row) =>
  step === 1 || !compared || !hasRates
    ? signed(changeIn(result.count, compared?.count ?? 0))
    : points(result.conversion, compared.conversion)

function sentenceOf(row: Row): string {
  const { step, result, compared } = row
  return [
    ...(step === 1 ? [] : [`${percent(result.fromPrevious)} dal precedente`]),
    ...(result.medianSeconds === null ? [] : [`mediana ${median(result.medianSeconds)}`]),
    ...(compared ? [`${changeOf(row)} rispetto al confronto${row.isNoise ? ', nel rumore' : ''}`] : []),
  ].join(' · ')
}

/** Three bars open lists: who arrived, who was lost before, who arrived in the compared period. */
function StepBars({ row, by, open, longest }: Omit<ChartProps, 'rows'> & { row: Row; longest: number }) {
  const { step, name, result, lost, compared } = row
  const label = (amount: number, conversion: number) =>
    `${step}, ${name}: ${unitCount(by, amount)}, ${percent(conversion)} del primo`
  const end = Math.max(result.count + lost, 0)
  return (
    <li>
      <p className="step-title" title={name}>
        {step}. {name}
      </p>
      <div className="bar-line">
        {result.count > 0 && (
          <button
            type="button"
            className="bar-button bar-reached"
            style={wide(result.count, longest)}
            aria-label={`Passo ${label(result.count, result.conversion)}`}
            onClick={() => open({ step, outcome: 'reached', isCompared: false })}
          />
        )}
        {lost > 0 && (
          <button
            type="button"
            className="bar-button bar-lost"
            style={wide(lost, longest)}
            aria-label={`Prima del passo ${step}, ${name}: ${unitCount(by, lost)} in meno, ${lostShare(row)}`}
            onClick={() => open({ step: step - 1, outcome: 'dropped', isCompared: false })}
          />
        )}
        <p className="bar-numbers" style={wide(end, longest)}>
          <span>{numbers(result)}</span>
          {lost > 0 && (
            <span>
              −{count(lost)} · {lostShare(row)}
            </span>
          )}
        </p>
      </div>
      {compared && (
        <div className="bar-line">
          {compared.count > 0 && (
            <button
              type="button"
              className="bar-button bar-compared"
              style={wide(compared.count, longest)}
              aria-label={`Confronto, passo ${label(compared.count, compared.conversion)}`}
              onClick={() => open({ step, outcome: 'reached', isCompared: true })}
            />
          )}
          <p className="bar-numbers">
            <span>{numbers(compared)} nel confronto</span>
          </p>
        </div>
      )}
      <p className="step-said quiet">{sentenceOf(row)}</p>
    </li>
  )
}

function ResultChart({ rows, by, open }: ChartProps) {
  const longest = Math.max(
    1,
    ...rows.map(({ result, lost, compared }) => Math.max(result.count + lost, compared?.count ?? 0)),
  )
  return (
    <ol className="funnel-chart" aria-label="Grafico: ogni barra si apre">
      {rows.map(row => (
        <StepBars key={row.step} {...{ row, by, open, longest }} />
      ))}
    </ol>
  )
}
