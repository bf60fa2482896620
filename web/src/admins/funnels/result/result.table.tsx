import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { count, percent } from '../../../components/format.ts'
import { changeIn, NoiseNote, points, signed } from '../../parts/charts/change.tsx'
import { TextButton } from '../../parts/filters/controls.tsx'
import { type Column, Ledger } from '../../parts/lists/ledger.tsx'
import { median, stepName, unitCount } from '../words.ts'
import { type OpenBar, type OpenBy, type Row, rowsOf } from './bars.ts'

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
}

const Difference = ({ result, compared, hasRates, isNoise }: Row) =>
  compared && (
    <span>
      {signed(changeIn(result.count, compared.count))}
      {hasRates && <span className="quiet">, {points(result.conversion, compared.conversion)}</span>}{' '}
      {isNoise && <NoiseNote />}
    </span>
  )

export function ResultTable({ definition: { by, steps }, result, open }: Props) {
  const columns: Column<Row>[] = [
    { name: 'Passo', isHeading: true, cell: ({ step, name }) => `${step}. ${name}` },
    {
      name: 'Arrivati',
      cell: ({ step, result: { count: amount } }) => (
        <CountButton
          {...{ amount, open }}
          bar={{ step, outcome: 'reached', isCompared: false }}
          label={`Arrivati al passo ${step}: ${unitCount(by, amount)}`}
        />
      ),
    },
    { name: 'Dal primo', cell: ({ result }) => percent(result.conversion) },
    {
      name: 'Dal precedente',
      cell: ({ step, result }) => (step === 1 ? '—' : percent(result.fromPrevious)),
    },
    { name: 'Tempo mediano', cell: ({ result }) => median(result.medianSeconds) },
    {
      name: 'Persi dopo',
      cell: ({ step, result: { dropped } }) =>
        step === steps.length ? (
          '—'
        ) : (
          <CountButton
            {...{ amount: dropped, open }}
            bar={{ step, outcome: 'dropped', isCompared: false }}
            className="lost-button"
            label={`Persi dopo il passo ${step}: ${unitCount(by, dropped)}, e cosa hanno fatto invece`}
          />
        ),
    },
  ]
  const ofComparison: Column<Row>[] = [
    {
      name: 'Confronto',
      cell: ({ step, compared }) =>
        compared && (
          <span>
            <CountButton
              {...{ amount: compared.count, open }}
              bar={{ step, outcome: 'reached', isCompared: true }}
              label={`Arrivati al passo ${step} nel periodo di confronto: ${count(compared.count)}`}
            />{' '}
            <span className="quiet">{percent(compared.conversion)}</span>
          </span>
        ),
    },
    { name: 'Differenza', cell: Difference },
  ]
  return (
    <Ledger
      className="result-table"
      caption="Il risultato, passo per passo"
      columns={result.compared ? [...columns, ...ofComparison] : columns}
      rows={rowsOf(steps.map(stepName), result)}
    />
  )
}
