import { breakdownNames } from '@tba/events/filters/words.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult, StepResult } from '@tba/events/funnels/views.ts'
import { useId, useState } from 'react'
import { count, percent } from '../../../components/format.ts'
import { groupName } from '../../filters/words.ts'
import { formatPoints, NoiseNote } from '../../parts/charts/change.tsx'
import { Select, TextButton } from '../../parts/filters/controls.tsx'
import { useFilters } from '../../parts/filters/filters.ts'
import { type Column, DataTable } from '../../parts/lists/data-table.tsx'
import { stepName } from '../builder/words.ts'
import { isNoiseAt, type Names, type OpenBarHandler } from './bars.ts'

type Props = {
  definition: FunnelDefinition
  result: FunnelResult
  /** Null: the numbers do not open. */
  open: OpenBarHandler | null
  names?: Names
}

type Group = ReturnType<typeof groupsOf>[number]

const finalRate = (steps: readonly StepResult[] | null) => steps?.at(-1)?.conversion ?? 0

/** The smallest number is first. Groups without a difference are last. */
const orders: Record<string, { label: string; by: (group: Group) => number }> = {
  conversion: { label: 'per conversione', by: ({ steps }) => -finalRate(steps) },
  up: { label: 'per differenza, chi sale', by: ({ difference }) => -(difference ?? -1_000) },
  down: { label: 'per differenza, chi scende', by: ({ difference }) => difference ?? 1_000 },
}
const orderOptions = [
  { value: '', label: 'dai più frequenti' },
  ...Object.entries(orders).map(([value, { label }]) => ({ value, label })),
]

function Difference({ steps, before, difference, other }: Group & { other: string }) {
  if (before === null || difference === null) return <span>—</span>
  return (
    <span>
      <span>{formatPoints(finalRate(steps), finalRate(before))}</span>{' '}
      <span className="quiet">{`${other} ${percent(finalRate(before))}`}</span>{' '}
      {isNoiseAt(steps, before, steps.length - 1) && <NoiseNote />}
    </span>
  )
}

function groupsOf(by: NonNullable<FunnelDefinition['breakdown']>, result: FunnelResult) {
  const compared = new Map(result.compared?.breakdown?.map(({ value, steps }) => [value, steps]))
  return (result.breakdown ?? []).map(({ value, steps }) => {
    /** The compared period; null: the group is not in it. */
    const before = compared.get(value) ?? null
    /** In percentage points of the last step; null: nothing to compare. */
    const difference = before?.[0]?.count ? finalRate(steps) - finalRate(before) : null
    return { id: value ?? '', value, name: groupName(by, value), steps, before, difference }
  })
}

/** The values that are not shown, of those that have groups. */
const othersName = (values: number, { breakdownRest }: FunnelResult) =>
  `Altri (${count(values)} ${values === 1 ? 'valore' : 'valori'}${breakdownRest ? ', e i più rari' : ''})`

/** A visit can have several of these. */
const maxShown = 10
const manyValued: readonly string[] = ['page', 'outcome', 'refusal']

/** The steps of each group: counts that open, with a small bar. */
export function BreakdownTable({ definition: { breakdown: by, steps }, result, open, names }: Props) {
  const [filters, id] = [useFilters(), useId()]
  const [isWhole, setWhole] = useState(false)
  if (!by || !result.breakdown) return null
  // Without a compared period nothing rises or falls.
  const options = result.compared ? orderOptions : orderOptions.slice(0, 2)
  const sort = options.find(({ value }) => value === filters.get('sort'))?.value ?? ''
  const choose = (chosen: string) => filters.set('sort', chosen)
  const order = orders[sort]
  const groups = groupsOf(by, result)
  const sorted = order ? groups.toSorted((one, other) => order.by(one) - order.by(other)) : groups
  const other = names?.[1] ?? 'prima'
  const title = `per ${breakdownNames[by].toLowerCase()}`
  const columns: Column<Group>[] = [
    { name: breakdownNames[by], isHeading: true, cell: ({ name }) => name },
    ...steps.map((step, at) => ({
      name: `${at + 1}. ${stepName(step)}`,
      cell: (group: Group) => <GroupStep group={group} at={at} open={open} other={other} />,
    })),
    ...(result.compared
      ? [{ name: 'Differenza', cell: (group: Group) => <Difference {...group} other={other} /> }]
      : []),
  ]
  return (
    <section className="breakdown" aria-labelledby={id}>
      <h2 id={id}>{`P${title.slice(1)}`}</h2>
      {groups.length === 0 ? (
        <p className="quiet">Nessuno è entrato: non c’è niente da suddividere.</p>
      ) : (
        <>
          <Select aria-label="Ordina i gruppi" options={options} value={sort} choose={choose} />
          <DataTable
            className="breakdown-table"
            caption={`Gli stessi passi, ${title}`}
            columns={columns}
            rows={isWhole ? sorted : sorted.slice(0, maxShown)}
          />
          {groups.length > maxShown && (
            <TextButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? `Solo i primi ${maxShown}` : othersName(groups.length - maxShown, result)}
            </TextButton>
          )}
        </>
      )}
      {manyValued.includes(by) && (
        <p className="quiet">
          Chi ha più valori conta in ognuno: le righe insieme possono superare il totale.
        </p>
      )}
      {result.breakdownRest && isWhole && (
        <p className="quiet">
          Qui stanno i <span>{count(groups.length)}</span> valori più frequenti. Tutti gli altri insieme:{' '}
          <span>
            {result.breakdownRest
              .map((step, at) => `passo ${at + 1} ${count(step.count)} (${percent(step.conversion)})`)
              .join(', ')}
          </span>
          .
        </p>
      )}
    </section>
  )
}

type StepProps = { group: Group; at: number; open: OpenBarHandler | null; other: string }

function GroupStep({ group: { name, value, steps, before }, at, open, other }: StepProps) {
  const { count: amount = 0, conversion = 0 } = steps[at] ?? {}
  const opening = (amount: number, label: string, isCompared: boolean) =>
    amount === 0 || !open ? (
      <span>{count(amount)}</span>
    ) : (
      <TextButton
        aria-label={`${label}, arrivati al passo ${at + 1}: ${count(amount)}`}
        onClick={() => open({ step: at + 1, outcome: 'reached', value, isCompared })}
      >
        {count(amount)}
      </TextButton>
    )
  return (
    <span className="group-cell">
      <span className="small-bar" style={{ '--share': `${conversion}%` }} aria-hidden />
      {opening(amount, name, false)}{' '}
      <span className="quiet">
        <span>{percent(conversion)}</span>
        {before && (
          <>
            <span>{`, ${other} `}</span>
            {opening(before[at]?.count ?? 0, `${name}, ${other}`, true)}
          </>
        )}
      </span>
    </span>
  )
}
