import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { type CSSProperties, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { ErrorBoundary } from '../../shell/error-boundary.tsx'
import { MomentOf } from '../parts/times.tsx'
import { type OpenBy, rowsOf } from './bars.ts'
import { BreakdownTable } from './breakdown.table.tsx'
import { CopyText } from './copy-text.tsx'
import { isSameDefinition } from './draft.ts'
import { InsteadBeside } from './instead-beside.tsx'
import { unitCount } from './numbers-in-words.ts'
import { ResultTable } from './result.table.tsx'
import { stepName } from './words.ts'

const ResultChart = lazy(() => import('./result.chart.tsx'))
const TrendChart = lazy(() => import('./trend.chart.tsx'))

type Props = {
  definition: FunnelDefinition
  result: FunnelResult
  readAt: Date
  open: OpenBy
  /** Of a saved one: how far it is, that it goes on counting. */
  children?: ReactNode
  /** Counts up to this position from now on. */
  stay: ((position: string) => void) | null
}

/** The bars, the table, the groups, and up to where all that is counted. */
export function Result({ definition, result, readAt, open, children, stay }: Props) {
  const names = JSON.stringify(definition.steps.map(stepName))
  const rows = useMemo(() => rowsOf(JSON.parse(names), result.steps, result.compared?.steps), [names, result])
  const { by } = definition
  /** What is told beside the drops is counted once, by a press: a saved funnel goes on, and would ask each time. */
  const [told, setTold] = useState<FunnelDefinition | null>(null)
  const isTold = told !== null && isSameDefinition({ ...definition, asOf: told.asOf }, told)
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
              , fino alla posizione <CopyText text={position} />
              {stay && definition.asOf === undefined && (
                <>
                  {' '}
                  <button type="button" className="text-button" onClick={() => stay(position)}>
                    Resta a questa posizione
                  </button>
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
      </header>
      {hasEntered ? (
        <ErrorBoundary
          otherwise={<p className="quiet">Il grafico non si è caricato: i numeri sono nella tabella.</p>}
        >
          <Suspense
            fallback={
              <div className="skeleton chart-space" style={{ '--lines': rows.length } as CSSProperties} />
            }
          >
            <ResultChart rows={rows} by={by} open={open} />
            {result.trend && result.trend.length > 1 && (
              <TrendChart trend={result.trend} unit={definition.trend ?? 'day'} />
            )}
          </Suspense>
        </ErrorBoundary>
      ) : (
        <p className="no-result" role="status">
          Nessuno è entrato: nel periodo non c’è {by === 'visit' ? 'una visita' : 'un cliente'} con il primo
          passo. Prova un periodo più lungo, o meno condizioni.
        </p>
      )}
      <ResultTable
        {...{ definition, result, open }}
        {...(isTold && { below: step => <InsteadBeside definition={told} step={step} /> })}
      />
      {position && result.steps.some(({ dropped }) => dropped > 0) && (
        <button
          type="button"
          className="text-button told-button"
          aria-expanded={isTold}
          onClick={() => setTold(isTold ? null : { ...definition, asOf: position })}
        >
          {isTold ? 'Nascondi cosa hanno fatto invece' : 'Mostra cosa hanno fatto invece, dopo ogni passo'}
        </button>
      )}
      <BreakdownTable {...{ definition, result, open }} />
    </section>
  )
}
