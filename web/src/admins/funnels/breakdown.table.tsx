import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { type CSSProperties, useState } from 'react'
import { count, percent } from '../../shell/format.ts'
import { TextButton } from '../parts/controls.tsx'
import type { OpenBy } from './bars.ts'
import { CountButton } from './result.table.tsx'
import { breakdownNames, groupName, stepName } from './words.ts'

type Props = {
  definition: FunnelDefinition
  result: FunnelResult
  /** Null: the numbers open nobody. */
  open: OpenBy | null
}

const mostAtFirst = 20

/** The same steps for each value apart: counts that open, and a small bar of how many of the first step came. */
export function BreakdownTable({ definition: { breakdown: by, steps }, result, open }: Props) {
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
