import { noSource } from '@tba/events/overview/views.ts'
import type { CountedPart } from '@tba/events/reports/views.ts'
import { count, percent } from '../../components/format.ts'
import { MarksNote, marksOf, type Note } from '../annotations/notes.tsx'
import { groupName } from '../filters/words.ts'
import { DayChart } from '../parts/charts/lazy-chart.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { ChartSpace } from '../parts/page/view-state.tsx'
import { duration } from '../parts/time/durations.ts'
import { lastDayBefore, momentName } from '../parts/time/rome-time.ts'
import { planWord, sourceWord } from '../parts/words/labels.ts'
import { type Cohorts, type Unit, unitWords } from '../retention/cohorts.ts'
import { amountOf, linesOf, pointName, withBefore } from '../trends/trend-lines.ts'
import { outcomesBy } from './part-words.ts'

type Of<Kind extends CountedPart['kind']> = {
  part: Pick<Extract<CountedPart, { kind: Kind }>, 'definition'>
  result: NonNullable<Extract<CountedPart, { kind: Kind }>['result']>
}

type Point = { id: string; start: string; open: boolean; values: (number | null)[] }

const dashes = ['', '6 3', '2 3', '8 3 2 3']

export function TrendFigure({ part, result, notes }: Of<'trend'> & { notes: readonly Note[] }) {
  const { definition } = part
  const lines = linesOf(result, definition)
  const curves = withBefore(lines)
  const shown = (value: number | null | undefined) => amountOf(definition, value ?? null)
  const rows = (lines[0]?.its.points ?? []).map(
    ({ start, open }, at): Point => ({
      id: start,
      start,
      open,
      values: curves.map(({ its }) => its.points[at]?.value ?? null),
    }),
  )
  const starts = rows.map(({ start }) => start)
  const marks = marksOf(notes, starts, lastDayBefore(result.to))
  const columns: Column<Point>[] = [
    {
      name: 'Da',
      isHeading: true,
      cell: ({ start, open }) => `${momentName(start)}${open ? ', finora' : ''}`,
    },
    ...curves.map(({ name }, at) => ({ name, cell: ({ values }: Point) => shown(values[at]) })),
  ]
  return (
    <>
      <p>
        {lines.map(({ name, its, before }) => (
          <span key={name} className="report-total">
            <span>{name}</span> <b>{shown(its.total)}</b>
            {before && <span className="quiet">{`, prima ${shown(before.total)}`}</span>}{' '}
          </span>
        ))}
      </p>
      {rows.length > 1 && (
        <div aria-hidden>
          <ChartSpace space="">
            <DayChart
              points={rows}
              dayOf={({ start }) => start}
              nameOf={start => pointName(definition, start)}
              marks={marks}
              curves={curves.map(({ name, place, isBefore }, at) => ({
                name,
                isFinal: isBefore,
                className: isBefore ? 'curve-before' : '',
                amount: ({ values }: Point) => values[at] ?? null,
                dashes: dashes[place % 4] ?? '',
              }))}
              firstOpen={rows.findIndex(({ open }) => open)}
              describe={({ values }) => curves.map(({ name }, at) => [name, shown(values[at])])}
              height={200}
              yAxis={{ tickFormatter: shown, allowDecimals: false }}
              accessibilityLayer={false}
            />
          </ChartSpace>
        </div>
      )}
      {curves.length > lines.length && <p className="quiet small">Pallido: il periodo prima.</p>}
      <MarksNote marks={marks} />
      <details className="days" open={rows.length <= 14}>
        <summary>Tabella dei numeri</summary>
        <DataTable className="days-table" caption="I numeri dell’andamento" columns={columns} rows={rows} />
      </details>
    </>
  )
}

const maxColumns = 13

export function RetentionTable({ part, result }: Of<'retention'>) {
  const { unit, breakdown } = part.definition
  if (result.cohorts.length === 0) return <p className="quiet">Nessuno è entrato nel periodo.</p>
  const groups = result.groups?.filter(({ cohorts }) => cohorts.length > 0) ?? []
  return (
    <>
      <CohortsTable name="Tutti" unit={unit} cohorts={result.cohorts} />
      {groups.map(({ value, cohorts }) => {
        const name = breakdown ? groupName(breakdown, value) : ''
        return <CohortsTable key={name} name={name} unit={unit} cohorts={cohorts} />
      })}
    </>
  )
}

function CohortsTable({ name, unit, cohorts }: { name: string; unit: Unit; cohorts: Cohorts }) {
  const rows = cohorts.map(cohort => ({ ...cohort, id: cohort.start }))
  const longest = Math.min(maxColumns, Math.max(0, ...rows.map(({ counts }) => counts.length)))
  const columns: Column<(typeof rows)[number]>[] = [
    { name: `${name}, entrati`, isHeading: true, cell: ({ start }) => momentName(start) },
    { name: 'Quanti', cell: ({ size }) => count(size) },
    ...Array.from({ length: longest }, (_, at) => ({
      name: `${unitWords[unit].name} ${at}`,
      cell: ({ counts, size }: (typeof rows)[number]) => {
        const returned = counts[at] ?? null
        return returned === null ? null : percent((100 * returned) / size)
      },
    })),
  ]
  return <DataTable caption={`Chi torna: ${name}`} columns={columns} rows={rows} />
}

type OutcomesProps = Of<'outcomes'> & { ownerName: (id: string) => string }

export function OutcomesTable({ part, result, ownerName }: OutcomesProps) {
  const { by } = part.definition
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
  return <DataTable caption={`Da richiesta a cliente, per ${outcomesBy[by]}`} columns={columns} rows={rows} />
}
