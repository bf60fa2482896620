import { noSource } from '@tba/events/overview/views.ts'
import type { OutcomesDefinition } from '@tba/events/reports/definition.ts'
import type { CountedPart } from '@tba/events/reports/views.ts'
import type { RetentionDefinition } from '@tba/events/retention/definition.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import { count, percent } from '../../components/format.ts'
import { stepName } from '../funnels/builder/words.ts'
import { DayChart } from '../parts/charts/lazy-chart.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { ChartSpace } from '../parts/page/view-state.tsx'
import { duration } from '../parts/time/durations.ts'
import { momentName } from '../parts/time/rome-time.ts'
import { planWord, sourceWord } from '../parts/words/labels.ts'
import { outcomesBy } from './part-words.ts'

type Of<Kind extends CountedPart['kind']> = {
  part: Pick<CountedPart, 'definition'>
  result: NonNullable<Extract<CountedPart, { kind: Kind }>['result']>
}

type Point = { id: string; start: string; open: boolean; values: (number | null)[] }

const dashes = ['', '6 3', '2 3', '8 3 2 3']

export function TrendFigure({ part, result }: Of<'trend'>) {
  const { series, interval, ratio } = part.definition as TrendDefinition
  const names = ratio ? ['Rapporto'] : series.map(stepName)
  const shown = (value: number | null | undefined) =>
    value == null ? '—' : ratio ? percent(value) : count(value)
  const rows = (result.series[0]?.points ?? []).map(
    ({ start, open }, at): Point => ({
      ...{ id: start, start, open },
      values: result.series.map(({ points }) => points[at]?.value ?? null),
    }),
  )
  const columns: Column<Point>[] = [
    {
      name: 'Da',
      isHeading: true,
      cell: ({ start, open }) => `${momentName(start)}${open ? ', finora' : ''}`,
    },
    ...names.map((name, at) => ({
      ...{ name },
      cell: ({ values }: Point) => shown(values[at]),
    })),
  ]
  return (
    <>
      <p>
        {names.map((name, at) => (
          <span key={name} className="report-total">
            <span>{name}</span> <b>{shown(result.series[at]?.total)}</b>
            {result.compared && (
              <span className="quiet">{`, prima ${shown(result.compared.series[at]?.total)}`}</span>
            )}
          </span>
        ))}
      </p>
      {interval !== 'hour' && rows.length > 1 && (
        <div aria-hidden>
          <ChartSpace space="">
            <DayChart
              points={rows}
              dayOf={({ start }) => romeDay(start)}
              curves={names.map((name, at) => ({
                ...{ name, amount: ({ values }: Point) => values[at] ?? null },
                ...(dashes[at] && { dashes: dashes[at] }),
              }))}
              firstOpen={rows.findIndex(({ open }) => open)}
              describe={({ values }) => names.map((name, at) => [name, shown(values[at])])}
              height={200}
              yAxis={{ tickFormatter: ratio ? percent : count, allowDecimals: false }}
              accessibilityLayer={false}
            />
          </ChartSpace>
        </div>
      )}
      <details className="days" open={rows.length <= 14}>
        <summary>Tabella dei numeri</summary>
        <DataTable className="days-table" caption="I numeri dell’andamento" {...{ columns, rows }} />
      </details>
    </>
  )
}

const maxColumns = 13

export function RetentionTable({ part, result }: Of<'retention'>) {
  const { unit } = part.definition as RetentionDefinition
  const word = { day: 'Giorno', week: 'Settimana', month: 'Mese' }[unit]
  const rows = result.cohorts.map(cohort => ({ ...cohort, id: cohort.start }))
  const longest = Math.min(maxColumns, Math.max(0, ...rows.map(({ counts }) => counts.length)))
  const columns: Column<(typeof rows)[number]>[] = [
    { name: 'Entrati', isHeading: true, cell: ({ start }) => momentName(start) },
    { name: 'Quanti', cell: ({ size }) => count(size) },
    ...Array.from({ length: longest }, (_, at) => ({
      name: `${word} ${at}`,
      cell: ({ counts, size }: (typeof rows)[number]) => {
        const returned = counts[at] ?? null
        return returned === null ? null : percent((100 * returned) / size)
      },
    })),
  ]
  if (rows.length === 0) return <p className="quiet">Nessuno è entrato nel periodo.</p>
  return <DataTable className="report-retention" caption="Chi torna, per coorte" {...{ columns, rows }} />
}

type OutcomesProps = Of<'outcomes'> & { ownerName: (id: string) => string }

export function OutcomesTable({ part, result, ownerName }: OutcomesProps) {
  const { by } = part.definition as OutcomesDefinition
  const names: Record<typeof by, (value: string | null) => string> = {
    week: monday => (monday?.startsWith('2') ? `dal ${momentName(monday)}` : (monday ?? '')),
    source: source => sourceWord(source ?? noSource),
    owner: owner => (owner === null ? 'Nessuno' : ownerName(owner) || owner),
    plan: plan => (plan === null ? 'Senza piano' : planWord(plan)),
  }
  const rows = result.rows.map(row => ({ ...row, id: row.value ?? '' }))
  type Row = (typeof rows)[number]
  const number = (name: string, of: 'contactedInADay' | 'registered' | 'activated'): Column<Row> => ({
    name,
    cell: row => (
      <span>
        <span>{count(row[of])}</span> <span className="quiet">{percent((100 * row[of]) / row.requests)}</span>
      </span>
    ),
  })
  const columns: Column<Row>[] = [
    { name: `Per ${outcomesBy[by]}`, isHeading: true, cell: ({ value }) => names[by](value) },
    { name: 'Richieste', cell: ({ requests }) => count(requests) },
    number('Contattate entro 24 ore', 'contactedInADay'),
    number('Seguite da registrazione', 'registered'),
    number('Seguite da un piano', 'activated'),
    {
      name: 'Tempo mediano al piano',
      cell: ({ medianHours }) => medianHours !== null && duration(Math.round(medianHours * 3_600)),
    },
  ]
  if (rows.length === 0) return <p className="quiet">Nessuna richiesta nel periodo.</p>
  return <DataTable caption={`Da richiesta a cliente, per ${outcomesBy[by]}`} {...{ columns, rows }} />
}
