import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { Fragment, type ReactNode } from 'react'
import { count, percent } from '../../../components/format.ts'
import { changeIn, NoiseNote, points, signed } from '../../parts/charts/change.tsx'
import { TextButton } from '../../parts/filters/controls.tsx'
import { median, stepName, unitCount } from '../words.ts'
import { type OpenBar, type OpenBy, rowsOf } from './bars.ts'

type CountProps = {
  amount: number
  bar: OpenBar
  /** Null: the numbers do not open. */
  open: OpenBy | null
  label: string
  className?: string
}

export function CountButton({ amount, bar, open, label, ...look }: CountProps) {
  if (amount === 0 || !open) return <>{count(amount)}</>
  return (
    <TextButton {...look} aria-label={label} onClick={() => open(bar)}>
      {count(amount)}
    </TextButton>
  )
}

type Props = {
  definition: FunnelDefinition
  result: FunnelResult
  open: OpenBy | null
  below?: (step: number) => ReactNode
}

const columns = ['Passo', 'Arrivati', 'Dal primo', 'Dal precedente', 'Tempo mediano', 'Persi dopo']

export function ResultTable({ definition: { by, steps }, result, open, below }: Props) {
  const rows = rowsOf(steps.map(stepName), result)
  const shown = result.compared ? [...columns, 'Confronto', 'Differenza'] : columns
  return (
    <table className="ledger result-table">
      <caption className="visually-hidden">Il risultato, passo per passo</caption>
      <thead>
        <tr>
          {shown.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(
          ({ step, name, compared, hasRates, isNoise, result: { count: amount, dropped, ...at } }) => (
            <Fragment key={step}>
              <tr>
                <th scope="row" data-label="Passo">
                  {step}. {name}
                </th>
                <td data-label="Arrivati">
                  <CountButton
                    {...{ amount, open }}
                    bar={{ step, outcome: 'reached', isCompared: false }}
                    label={`Arrivati al passo ${step}: ${unitCount(by, amount)}`}
                  />
                </td>
                <td data-label="Dal primo">{percent(at.conversion)}</td>
                <td data-label="Dal precedente">{step === 1 ? '—' : percent(at.fromPrevious)}</td>
                <td data-label="Tempo mediano">{median(at.medianSeconds)}</td>
                <td data-label="Persi dopo">
                  {step === rows.length ? (
                    '—'
                  ) : (
                    <CountButton
                      {...{ amount: dropped, open }}
                      bar={{ step, outcome: 'dropped', isCompared: false }}
                      className="lost-button"
                      label={`Persi dopo il passo ${step}: ${unitCount(by, dropped)}, e cosa hanno fatto invece`}
                    />
                  )}
                </td>
                {compared && (
                  <>
                    <td data-label="Confronto">
                      <span>
                        <CountButton
                          {...{ amount: compared.count, open }}
                          bar={{ step, outcome: 'reached', isCompared: true }}
                          label={`Arrivati al passo ${step} nel periodo di confronto: ${count(compared.count)}`}
                        />{' '}
                        <span className="quiet">{percent(compared.conversion)}</span>
                      </span>
                    </td>
                    <td data-label="Differenza">
                      <span>
                        {signed(changeIn(amount, compared.count))}
                        {hasRates && (
                          <span className="quiet">, {points(at.conversion, compared.conversion)}</span>
                        )}{' '}
                        {isNoise && <NoiseNote />}
                      </span>
                    </td>
                  </>
                )}
              </tr>
              {below && dropped > 0 && (
                <tr className="below-row">
                  <td colSpan={shown.length}>{below(step)}</td>
                </tr>
              )}
            </Fragment>
          ),
        )}
      </tbody>
    </table>
  )
}
