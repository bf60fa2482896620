import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { Fragment, type ReactNode } from 'react'
import { count, percent } from '../parts/numbers.ts'
import { changeIn, type OpenBy, type Row, rowsOf } from './bars.ts'
import { median, points, signed, unitCount } from './numbers-in-words.ts'
import { stepName } from './words.ts'

type Props = {
  definition: FunnelDefinition
  result: FunnelResult
  /** Null: the numbers open nobody. */
  open: OpenBy | null
  /** Below the row of a step that somebody was lost after. */
  below?: (step: number) => ReactNode
}

function CountCell({ row, by, open }: { row: Row; by: FunnelDefinition['by']; open: Props['open'] }) {
  const { step, result } = row
  if (result.count === 0 || !open) return <>{count(result.count)}</>
  return (
    <button
      type="button"
      className="text-button"
      aria-label={`Arrivati al passo ${step}: ${unitCount(by, result.count)}`}
      onClick={() => open({ step, outcome: 'reached', isCompared: false })}
    >
      {count(result.count)}
    </button>
  )
}

function LostCell({ row, by, open }: { row: Row; by: FunnelDefinition['by']; open: Props['open'] }) {
  const { step, result } = row
  if (result.dropped === 0 || !open) return <>{count(result.dropped)}</>
  return (
    <button
      type="button"
      className="text-button lost-button"
      aria-label={`Persi dopo il passo ${step}: ${unitCount(by, result.dropped)}, e cosa hanno fatto invece`}
      onClick={() => open({ step, outcome: 'dropped', isCompared: false })}
    >
      {count(result.dropped)}
    </button>
  )
}

function ComparedCells({ row, open }: { row: Row; open: Props['open'] }) {
  const { step, result, compared } = row
  if (!compared) return null
  return (
    <>
      <td data-label="Confronto">
        <span>
          {compared.count === 0 || !open ? (
            count(compared.count)
          ) : (
            <button
              type="button"
              className="text-button"
              aria-label={`Arrivati al passo ${step} nel periodo di confronto: ${count(compared.count)}`}
              onClick={() => open({ step, outcome: 'reached', isCompared: true })}
            >
              {count(compared.count)}
            </button>
          )}{' '}
          <span className="quiet">{percent(compared.conversion)}</span>
        </span>
      </td>
      <td data-label="Differenza">
        <span>
          {signed(changeIn(result.count, compared.count))}
          <span className="quiet">, {points(result.conversion, compared.conversion)}</span>
        </span>
      </td>
    </>
  )
}

/** The numbers of the chart, to be read; each opens whom it counts. */
export function ResultTable({ definition, result, open, below }: Props) {
  const rows = rowsOf(definition.steps.map(stepName), result.steps, result.compared?.steps)
  const { by } = definition
  return (
    <table className="ledger result-table">
      <caption className="visually-hidden">Il risultato, passo per passo</caption>
      <thead>
        <tr>
          <th scope="col">Passo</th>
          <th scope="col">Arrivati</th>
          <th scope="col">Dal primo</th>
          <th scope="col">Dal precedente</th>
          <th scope="col">Tempo mediano</th>
          <th scope="col">Persi dopo</th>
          {result.compared && (
            <>
              <th scope="col">Confronto</th>
              <th scope="col">Differenza</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Fragment key={row.step}>
            <tr>
              <th scope="row" data-label="Passo">
                {row.step}. {row.name}
              </th>
              <td data-label="Arrivati">
                <CountCell {...{ row, by, open }} />
              </td>
              <td data-label="Dal primo">{percent(row.result.conversion)}</td>
              <td data-label="Dal precedente">{row.step === 1 ? '—' : percent(row.result.fromPrevious)}</td>
              <td data-label="Tempo mediano">{median(row.result.medianSeconds)}</td>
              <td data-label="Persi dopo">
                {row.step === rows.length ? '—' : <LostCell {...{ row, by, open }} />}
              </td>
              <ComparedCells row={row} open={open} />
            </tr>
            {below && row.result.dropped > 0 && (
              <tr className="below-row">
                <td colSpan={result.compared ? 8 : 6}>{below(row.step)}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
