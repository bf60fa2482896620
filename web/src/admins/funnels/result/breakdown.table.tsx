import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult, StepResult } from '@tba/events/funnels/views.ts'
import { type CSSProperties, useState } from 'react'
import { count, percent } from '../../../components/format.ts'
import { NoiseNote, points } from '../../parts/charts/change.tsx'
import { Select, TextButton } from '../../parts/filters/controls.tsx'
import { useFilters } from '../../parts/filters/filters.ts'
import { type Column, Ledger } from '../../parts/lists/ledger.tsx'
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
  id: string
  value: string | null
  name: string
  steps: readonly StepResult[]
  /** The compared period; null: the group is not in it. */
  before: readonly StepResult[] | null
}

const conversionOf = ({ steps }: Group) => steps.at(-1)?.conversion ?? 0

/** In percentage points of the last step; null: nothing to compare. */
function differenceOf(group: Group): number | null {
  const then = group.before?.[0]?.count ? group.before.at(-1) : undefined
  return then ? conversionOf(group) - then.conversion : null
}

type Order = { value: string; label: string; compare: (one: Group, other: Group) => number }

const orders: readonly Order[] = [
  { value: 'name', label: 'per nome', compare: (one, other) => one.name.localeCompare(other.name, 'it') },
  {
    value: 'conversion',
    label: 'per conversione',
    compare: (one, other) => conversionOf(other) - conversionOf(one),
  },
]

/** Groups without a difference are last. */
const ordersOfComparison: readonly Order[] = [
  {
    value: 'up',
    label: 'per differenza, chi sale',
    compare: (one, other) => (differenceOf(other) ?? -1_000) - (differenceOf(one) ?? -1_000),
  },
  {
    value: 'down',
    label: 'per differenza, chi scende',
    compare: (one, other) => (differenceOf(one) ?? 1_000) - (differenceOf(other) ?? 1_000),
  },
]

function Difference(group: Group) {
  const { steps, before } = group
  const then = before?.at(-1)
  if (!before || !then || differenceOf(group) === null) return '—'
  return (
    <span>
      {points(conversionOf(group), then.conversion)}{' '}
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
      id: value ?? '',
      ...{ value, steps, name: groupName(by, value), before: before.get(value) ?? null },
    }),
  )
  const offered = compared ? [...orders, ...ordersOfComparison] : orders
  const order = offered.find(({ value }) => value === filters.of('sort'))
  const groups = order ? counted.toSorted(order.compare) : counted
  const title = `per ${breakdownNames[by].toLowerCase()}`
  const columns: Column<Group>[] = [
    { name: breakdownNames[by], isHeading: true, cell: ({ name }) => name },
    ...steps.map((step, at) => ({
      name: `${at + 1}. ${stepName(step)}`,
      cell: (group: Group) => <GroupStep {...{ group, at, open }} />,
    })),
    ...(compared ? [{ name: 'Differenza', cell: Difference }] : []),
  ]
  return (
    <section aria-labelledby="breakdown-title">
      <h2 id="breakdown-title">P{title.slice(1)}</h2>
      {groups.length === 0 && <p className="quiet">Nessuno è entrato: non c’è niente da suddividere.</p>}
      {groups.length > 1 && (
        <Select
          aria-label="Ordina i gruppi"
          options={[{ value: '', label: 'dai più frequenti' }, ...offered]}
          value={filters.of('sort')}
          choose={value => filters.set('sort', value)}
        />
      )}
      {groups.length > 0 && (
        <Ledger
          className="breakdown-table"
          caption={`Gli stessi passi, ${title}`}
          columns={columns}
          rows={groups.slice(0, most)}
        />
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

type StepProps = { group: Group; at: number; open: OpenBy | null }

function GroupStep({ group: { name, value, steps, before }, at, open }: StepProps) {
  const { count: amount = 0, conversion = 0 } = steps[at] ?? {}
  return (
    <span className="group-cell">
      <span className="small-bar" style={{ '--share': `${conversion}%` } as CSSProperties} aria-hidden />
      <CountButton
        {...{ amount, open }}
        bar={{ step: at + 1, outcome: 'reached', value, isCompared: false }}
        label={`${name}, arrivati al passo ${at + 1}: ${count(amount)}`}
      />{' '}
      <span className="quiet">
        {percent(conversion)}
        {before && `, prima ${count(before[at]?.count ?? 0)}`}
      </span>
    </span>
  )
}
