import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult, StepResult } from '@tba/events/funnels/views.ts'
import { type CSSProperties, useState } from 'react'
import { count, percent } from '../../../components/format.ts'
import { NoiseNote, points } from '../../parts/charts/change.tsx'
import { Select, TextButton } from '../../parts/filters/controls.tsx'
import { useFilters } from '../../parts/filters/filters.ts'
import { breakdownNames, groupName, stepName } from '../words.ts'
import { isNoiseAt, type OpenBy } from './bars.ts'
import { CountButton } from './result.table.tsx'

type Props = {
  definition: FunnelDefinition
  result: FunnelResult
  /** Null: the numbers do not open. */
  open: OpenBy | null
}

type Group = {
  value: string | null
  name: string
  steps: readonly StepResult[]
  /** The compared period; null: the group is not in it. */
  before: readonly StepResult[] | null
}

/** In percentage points of the last step; null: nothing to compare. */
function differenceOf({ steps, before }: Group): number | null {
  const [now, then] = [steps.at(-1), before?.at(-1)]
  return now && then && before?.[0]?.count ? now.conversion - then.conversion : null
}

const differenceFrom = (least: number) => (group: Group) => differenceOf(group) ?? least

/** The default order is by count. */
const orders: Readonly<
  Record<string, { label: string; isOfComparison?: true; inOrder: (one: Group, other: Group) => number }>
> = {
  name: { label: 'per nome', inOrder: (one, other) => one.name.localeCompare(other.name, 'it') },
  conversion: {
    label: 'per conversione',
    inOrder: (one, other) => (other.steps.at(-1)?.conversion ?? 0) - (one.steps.at(-1)?.conversion ?? 0),
  },
  up: {
    label: 'per differenza, chi sale',
    isOfComparison: true,
    inOrder: (one, other) => differenceFrom(-1_000)(other) - differenceFrom(-1_000)(one),
  },
  down: {
    label: 'per differenza, chi scende',
    isOfComparison: true,
    inOrder: (one, other) => differenceFrom(1_000)(one) - differenceFrom(1_000)(other),
  },
}

function Difference({ group }: { group: Group }) {
  const { steps, before } = group
  const [now, then] = [steps.at(-1), before?.at(-1)]
  if (!now || !then || !before || differenceOf(group) === null) return '—'
  return (
    <span>
      {points(now.conversion, then.conversion)}{' '}
      <span className="quiet">prima {percent(then.conversion)}</span>{' '}
      {isNoiseAt(steps, before, steps.length - 1) && <NoiseNote />}
    </span>
  )
}

const mostAtFirst = 20

/** The steps of each group: counts that open, with a small bar. */
export function BreakdownTable({ definition: { breakdown: by, steps }, result, open }: Props) {
  const filters = useFilters()
  const [most, setMost] = useState(mostAtFirst)
  const { breakdown, compared } = result
  if (!by || !breakdown) return null
  const before = new Map(compared?.breakdown?.map(({ value, steps }) => [value, steps]))
  const counted = breakdown.map(
    ({ value, steps }): Group => ({
      ...{ value, steps, name: groupName(by, value), before: before.get(value) ?? null },
    }),
  )
  const order = orders[filters.of('sort')]
  const groups = order ? counted.toSorted(order.inOrder) : counted
  const offered = Object.entries(orders).filter(([, { isOfComparison }]) => compared || !isOfComparison)
  const title = `per ${breakdownNames[by].toLowerCase()}`
  const names = steps.map((step, at) => ({ at, name: stepName(step) }))
  return (
    <section aria-labelledby="breakdown-title">
      <h2 id="breakdown-title">P{title.slice(1)}</h2>
      {groups.length === 0 && <p className="quiet">Nessuno è entrato: non c’è niente da suddividere.</p>}
      {groups.length > 1 && (
        <Select
          aria-label="Ordina i gruppi"
          options={[
            { value: '', label: 'dai più frequenti' },
            ...offered.map(([value, { label }]) => ({ value, label })),
          ]}
          value={filters.of('sort')}
          choose={value => filters.set('sort', value)}
        />
      )}
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
              {compared && <th scope="col">Differenza</th>}
            </tr>
          </thead>
          <tbody>
            {groups.slice(0, most).map(group => (
              <tr key={group.value ?? ''}>
                <th scope="row" data-label={breakdownNames[by]}>
                  {group.name}
                </th>
                {group.steps.map(({ count: amount, conversion }, at) => (
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
                        bar={{ step: at + 1, outcome: 'reached', value: group.value, isCompared: false }}
                        label={`${group.name}, arrivati al passo ${at + 1}: ${count(amount)}`}
                      />{' '}
                      <span className="quiet">
                        {percent(conversion)}
                        {group.before && `, prima ${count(group.before[at]?.count ?? 0)}`}
                      </span>
                    </span>
                  </td>
                ))}
                {compared && (
                  <td data-label="Differenza">
                    <Difference group={group} />
                  </td>
                )}
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
