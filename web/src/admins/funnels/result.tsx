import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from '../../shell/error-boundary.tsx'
import { useCopy } from '../../shell/toast.ts'
import { TextButton } from '../parts/controls.tsx'
import { MomentOf } from '../parts/times.tsx'
import { type OpenBy, rowsOf } from './bars.ts'
import { BreakdownTable } from './breakdown.table.tsx'
import { isSameDefinition } from './draft.ts'
import { InsteadBeside } from './instead.tsx'
import { ResultChart } from './result.chart.tsx'
import { ResultTable } from './result.table.tsx'
import { stepName, unitCount } from './words.ts'

const TrendChart = lazy(() => import('./trend.chart.tsx'))

const copying = {
  done: { title: 'Posizione copiata' },
  failed: { title: 'Errore', description: 'Il browser non permette di copiare' },
}

/** Something opaque that one takes along: shown short, copied whole. */
function CopyText({ text }: { text: string }) {
  const copy = useCopy(copying)
  return (
    <TextButton className="mono" title={text} onClick={() => copy(text)}>
      <span className="visually-hidden">Copia la posizione </span>
      {text.length > 20 ? `…${text.slice(-16)}` : text}
    </TextButton>
  )
}

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
  const rows = rowsOf(definition.steps.map(stepName), result)
  const { by } = definition
  /** What they did instead is counted once, by a press: a saved funnel goes on, and would ask each time. */
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
              , fino alla posizione <CopyText text={position} />
              {stay && definition.asOf === undefined && (
                <>
                  {' '}
                  <TextButton onClick={() => stay(position)}>Resta a questa posizione</TextButton>
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
        <>
          <ResultChart {...{ rows, by, open }} />
          {result.trend && result.trend.length > 1 && (
            <ErrorBoundary
              otherwise={<p className="quiet">Il grafico non si è caricato: i numeri sono nella tabella.</p>}
            >
              <Suspense fallback={<div className="skeleton trend-space" />}>
                <TrendChart trend={result.trend} unit={definition.trend ?? 'day'} />
              </Suspense>
            </ErrorBoundary>
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
