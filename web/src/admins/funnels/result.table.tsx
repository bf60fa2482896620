import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { type CSSProperties, Fragment, type ReactNode, useState } from 'react'
import { count, percent } from '../../shell/format.ts'
import { TextButton } from '../parts/controls.tsx'
import { changeIn, type OpenBar, type OpenBy, rowsOf } from './bars.ts'
import { breakdownNames, groupName, median, points, signed, stepName, unitCount } from './words.ts'

type CountProps = {
  amount: number
  bar: OpenBar
  /** Null: the numbers open nobody. */
  open: OpenBy | null
  label: string
  className?: string
}

/** A number that opens whom it counts. */
function CountButton({ amount, bar, open, label, ...look }: CountProps) {
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
  /** Below the row of a step that somebody was lost after. */
  below?: (step: number) => ReactNode
}

const columns = ['Passo', 'Arrivati', 'Dal primo', 'Dal precedente', 'Tempo mediano', 'Persi dopo']

/** The numbers of the chart, to be read; each opens whom it counts. */
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
        {rows.map(({ step, name, compared, result: { count: amount, dropped, ...at } }) => (
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
                      <span className="quiet">, {points(at.conversion, compared.conversion)}</span>
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
        ))}
      </tbody>
    </table>
  )
}

type GroupProps = {
  definition: FunnelDefinition
  result: FunnelResult
  /** Null: the numbers open nobody. */
  open: OpenBy | null
}

const mostAtFirst = 20

/** The same steps for each value apart: counts that open, and a small bar of how many of the first step came. */
export function BreakdownTable({ definition: { breakdown: by, steps }, result, open }: GroupProps) {
  const [most, setMost] = useState(mostAtFirst)
  const groups = result.breakdown
  if (!by || !groups) return null
  const before = new Map(result.compared?.breakdown?.map(({ value, steps }) => [value, steps]))
  const title = `per ${breakdownNames[by].toLowerCase()}`
  const names = steps.map((step, at) => ({ at, name: stepName(step) }))
  return (
    <section aria-labelledby="breakdown-title">
      <h2 id="breakdown-title">P{title.slice(1)}</h2>
      {groups.length === 0 && <p className="quiet">Nessuno è entrato: non c’è niente da suddividere.</p>}
      {groups.length > 0 && (
        <table className="ledger breakdown-table">
          <caption className="visually-hidden">Gli stessi passi, {title}</caption>
          <thead>
            <tr>
              <th scope="col">{breakdownNames[by]}</th>
              {names.map(({ at, name }) => (
                <th key={at} scope="col" title={name}>
                  {at + 1}. {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.slice(0, most).map(({ value, steps: counted }) => (
              <tr key={value ?? ''}>
                <th scope="row" data-label={breakdownNames[by]}>
                  {groupName(by, value)}
                </th>
                {counted.map(({ count: amount, conversion }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its place.
                  <td key={at} data-label={`Passo ${at + 1}`}>
                    <span className="group-cell">
                      <span
                        className="small-bar"
                        style={{ '--share': `${conversion}%` } as CSSProperties}
                        aria-hidden
                      />
                      <CountButton
                        {...{ amount, open }}
                        bar={{ step: at + 1, outcome: 'reached', value, isCompared: false }}
                        label={`${groupName(by, value)}, arrivati al passo ${at + 1}: ${count(amount)}`}
                      />{' '}
                      <span className="quiet">
                        {percent(conversion)}
                        {before.has(value) && `, prima ${count(before.get(value)?.[at]?.count ?? 0)}`}
                      </span>
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {groups.length > most && (
        <TextButton onClick={() => setMost(most + 100)}>
          Mostra gli altri {count(groups.length - most)}
        </TextButton>
      )}
      {result.breakdownRest && groups.length <= most && (
        <p className="quiet">
          Qui stanno i {count(groups.length)} valori più frequenti. Tutti gli altri insieme:{' '}
          {result.breakdownRest
            .map((step, at) => `passo ${at + 1} ${count(step.count)} (${percent(step.conversion)})`)
            .join(', ')}
          .
        </p>
      )}
    </section>
  )
}
