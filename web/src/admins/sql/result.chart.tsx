import type { SqlResult } from '@tba/events/queries/views.ts'
import { once } from '../../components/format.ts'
import { DayChart } from '../parts/charts/lazy-chart.ts'
import { ChartSpace } from '../parts/page/view-state.tsx'
import { isNumeric, placed } from './sql-data.ts'

type Props = { result: SqlResult; shape: 'line' | 'bar' }

const maxBars = 50
const decimals = once(() => new Intl.NumberFormat('it-IT', { maximumFractionDigits: 6 }))
const maxCurves = 4

/** The first column without numbers names the rows; the others with numbers are drawn. */
export function ResultChart({ result: { columns, rows }, shape }: Props) {
  const label = Math.max(
    0,
    columns.findIndex(({ type }) => !isNumeric(type)),
  )
  const drawn = placed(columns)
    .filter(({ item: { type }, at }) => isNumeric(type) && at !== label)
    .slice(0, shape === 'bar' ? 1 : maxCurves)
  const points = placed(rows).map(({ item: row, at }) => ({ row, at, name: String(row[label] ?? '—') }))
  /** Large integers and exact decimals come as texts. */
  const valueAt = (row: SqlResult['rows'][number], at: number) => (row[at] === null ? null : Number(row[at]))
  if (drawn.length === 0 || points.length === 0)
    return <p className="quiet">Un grafico vuole righe con un nome e una colonna di numeri.</p>
  if (shape === 'bar') {
    const [{ at: column = 0, item } = {}] = drawn
    const most = Math.max(...points.map(({ row }) => Math.abs(valueAt(row, column) ?? 0)))
    return (
      <>
        <ul className="sql-bars" aria-label={item?.name}>
          {points.slice(0, maxBars).map(({ row, at, name }) => {
            const value = valueAt(row, column)
            return (
              <li key={at}>
                <span>{name}</span>
                <span
                  className="sql-bar"
                  style={{ inlineSize: `${(Math.abs(value ?? 0) / (most || 1)) * 100}%` }}
                />
                <b>{value === null ? '—' : decimals().format(value)}</b>
              </li>
            )
          })}
        </ul>
        {points.length > maxBars && <p className="quiet small">Le prime 50 righe: le altre nella tabella.</p>}
      </>
    )
  }
  return (
    <ChartSpace space="trend-chart-space">
      <DayChart
        points={points}
        dayOf={({ at }) => String(at)}
        nameOf={at => points[Number(at)]?.name ?? ''}
        curves={drawn.map(({ item: { name }, at }, number) => ({
          name,
          className: `trend-${number}`,
          amount: ({ row }: (typeof points)[number]) => valueAt(row, at),
        }))}
        firstOpen={-1}
        describe={({ row }) => drawn.map(({ item: { name }, at }) => [name, String(row[at] ?? '—')] as const)}
        height={260}
        yAxis={{ domain: ['auto', 'auto'] }}
        accessibilityLayer={false}
      />
    </ChartSpace>
  )
}
