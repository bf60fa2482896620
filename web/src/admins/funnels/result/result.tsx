import { resolvePeriods } from '@tba/events/asked-period.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../../components/on-demand.ts'
import { useNotes } from '../../annotations/notes.tsx'
import { TextButton } from '../../parts/filters/controls.tsx'
import { useFocusPageOnUnmount } from '../../parts/page/page-focus.ts'
import { ChartSpace } from '../../parts/page/view-state.tsx'
import { daysName } from '../../parts/time/rome-time.ts'
import { MomentOf } from '../../parts/time/times.tsx'
import { isSameDefinition } from '../builder/draft.ts'
import type { Beside } from '../builder/requested-funnel.ts'
import { stepName } from '../builder/words.ts'
import { type OpenBarHandler, rowsOf } from './bars.ts'
import { BreakdownTable } from './breakdown.table.tsx'
import { Instead } from './instead.tsx'
import { ResultChart } from './result.chart.tsx'
import { ResultTable } from './result.table.tsx'
import { Times } from './times.tsx'

/** Few funnels ask for it. */
const Trend = lazyPart(async () => ({ default: (await import('./trend.tsx')).Trend }))

type ComparedProps = Pick<Props, 'definition' | 'result' | 'readAt'>

/** The compared period. With `equalAge`, also its end, while its units could go on. */
function ComparedPeriod({ definition, result: { positionAt, from }, readAt }: ComparedProps) {
  const { compareTo, equalAge, windowSeconds } = resolvePeriods(definition, readAt.getTime())
  if (!compareTo || positionAt === null) return null
  const agedMs = Date.parse(compareTo.from) + Date.parse(positionAt) - Date.parse(from)
  const isOver = agedMs > Date.parse(compareTo.to) + windowSeconds * 1_000
  return (
    <p className="quiet small">
      <span>{`Confronto: ${daysName(compareTo)}`}</span>
      {equalAge && !isOver && (
        <>
          <span>, com’era al</span> <MomentOf at={new Date(agedMs).toISOString()} />
        </>
      )}
      <span>.</span>
    </p>
  )
}

function PinButton({ pin }: { pin: () => void }) {
  const button = useFocusPageOnUnmount<HTMLButtonElement>()
  return (
    <TextButton ref={button} onClick={pin}>
      Resta a questo punto
    </TextButton>
  )
}

type Props = {
  definition: FunnelDefinition
  result: FunnelResult
  readAt: Date
  /** The second segment, in the place of a compared period. */
  beside: Beside | null
  open: OpenBarHandler
  children?: ReactNode
  /** Keeps this position in the definition. */
  pin: (position: string) => void
}

export function Result({ definition, readAt, beside, open, children, pin, ...props }: Props) {
  const { names } = beside ?? {}
  const result = beside ? { ...props.result, compared: beside.result } : props.result
  const sides = beside ? [result, beside.result] : [result]
  const ofSide = (at: number) => (names ? `: ${names[at]}` : '')
  const rows = rowsOf(definition.steps.map(stepName), result)
  const { by } = definition
  /** Counted on request: a saved funnel refreshes, and would request it each time. */
  const [instead, setInstead] = useState<FunnelDefinition | null>(null)
  const isInstead = instead !== null && isSameDefinition({ ...definition, asOf: instead.asOf }, instead)
  const hasEntered = [...result.steps, ...(result.compared?.steps ?? [])].some(({ count }) => count > 0)
  const { position } = result
  const notes = useNotes()
  return (
    <section className="result" aria-labelledby="result-title">
      <header className="result-head">
        <h2 id="result-title">Risultato</h2>
        {children}
        <p className="quiet small">
          <span>Contato</span> <MomentOf at={readAt.toISOString()} />
          <span>{position && ', fino all’ultimo evento di allora. '}</span>
          {position && definition.asOf === undefined && <PinButton pin={() => pin(position)} />}
        </p>
        {!beside && <ComparedPeriod definition={definition} result={result} readAt={readAt} />}
      </header>
      {hasEntered ? (
        <>
          <ResultChart
            rows={rows}
            by={by}
            open={open}
            names={names}
            instead={step => isInstead && <Instead definition={instead} step={step} />}
          />
          {position && !beside && result.steps.some(({ dropped }) => dropped > 0) && (
            <TextButton
              className="instead-button"
              aria-expanded={isInstead}
              onClick={() => setInstead(isInstead ? null : { ...definition, asOf: position })}
            >
              {isInstead
                ? 'Nascondi cosa hanno fatto invece'
                : 'Mostra cosa hanno fatto invece, dopo ogni passo'}
            </TextButton>
          )}
          {sides.map(
            ({ trend = [], positionAt, to }, at) =>
              trend.length > 1 && (
                <ChartSpace key={ofSide(at)} space="trend-space">
                  <Trend
                    trend={trend}
                    notes={notes}
                    of={ofSide(at)}
                    unit={definition.trend ?? 'day'}
                    windowSeconds={definition.windowSeconds}
                    atMs={Date.parse(positionAt ?? to)}
                  />
                </ChartSpace>
              ),
          )}
        </>
      ) : (
        <p className="no-result" role="status">
          Nessuno è entrato: nel periodo non c’è{' '}
          <span>{{ visit: 'una visita', customer: 'un cliente', person: 'una persona' }[by]}</span> con il
          primo passo. Prova un periodo più lungo, o meno condizioni.
        </p>
      )}
      <ResultTable definition={definition} result={result} names={names} />
      {sides.map(
        ({ times }, at) => times && <Times key={ofSide(at)} times={times} by={by} of={ofSide(at)} />,
      )}
      <BreakdownTable definition={definition} result={result} open={open} names={names} />
    </section>
  )
}
