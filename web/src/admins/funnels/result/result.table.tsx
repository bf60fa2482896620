import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { count, percent } from '../../../components/format.ts'
import { formatChange, formatPoints, NoiseNote, percentChange } from '../../parts/charts/change.tsx'
import { type Column, DataTable } from '../../parts/lists/data-table.tsx'
import { median, stepName } from '../builder/words.ts'
import { type Names, type Row, rowsOf } from './bars.ts'

const columnsOf = (names: Names): Column<Row>[] => [
  { name: 'Passo', isHeading: true, cell: ({ step, name }) => `${step}. ${name}` },
  { name: names ? `Arrivati: ${names[0]}` : 'Arrivati', cell: ({ result }) => count(result.count) },
  { name: 'Dal primo', cell: ({ result }) => percent(result.conversion) },
  { name: 'Dal precedente', cell: ({ step, result }) => (step === 1 ? '—' : percent(result.fromPrevious)) },
  { name: 'Tempo mediano', cell: ({ result }) => median(result.medianSeconds) },
  { name: 'Persi dopo', cell: ({ isLast, result }) => (isLast ? '—' : count(result.dropped)) },
]

const Difference = ({ result, compared, hasRates, isNoise }: Row) =>
  compared && (
    <span>
      <span>{formatChange(percentChange(result.count, compared.count))}</span>
      {hasRates && (
        <span className="quiet">{`, ${formatPoints(result.conversion, compared.conversion)}`}</span>
      )}{' '}
      {isNoise && <NoiseNote />}
    </span>
  )

const comparisonColumns = (names: Names): Column<Row>[] => [
  {
    name: names ? `Arrivati: ${names[1]}` : 'Confronto',
    cell: ({ compared }) => compared && `${count(compared.count)} (${percent(compared.conversion)})`,
  },
  { name: 'Differenza', cell: Difference },
]

type Props = { definition: FunnelDefinition; result: FunnelResult; names?: Names }

/** The numbers of the chart, to read and to copy. The bars open lists. */
export const ResultTable = ({ definition, result, names }: Props) => (
  <DataTable
    className="result-table"
    caption="Il risultato, passo per passo"
    columns={result.compared ? [...columnsOf(names), ...comparisonColumns(names)] : columnsOf(names)}
    rows={rowsOf(definition.steps.map(stepName), result)}
  />
)
