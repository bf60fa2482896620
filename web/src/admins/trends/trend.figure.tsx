import type { Filter } from '@tba/events/filters/filter.ts'
import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import type { TrendResult } from '@tba/events/trends/views.ts'
import { useRef } from 'react'
import { count } from '../../components/format.ts'
import { useAction } from '../api/reads.ts'
import { formatChange, isNoiseOfCounts, NoiseNote, percentChange } from '../parts/charts/change.tsx'
import { DayChart } from '../parts/charts/lazy-chart.ts'
import { downloadCsv } from '../parts/csv.ts'
import { FilterButton, TextButton } from '../parts/filters/controls.tsx'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { ChartSpace } from '../parts/page/view-state.tsx'
import {
  amountOf,
  type Beside,
  endedOf,
  linesOf,
  pairedLines,
  pointName,
  rowsOf,
  type TrendLine,
  withBefore,
} from './trend-lines.ts'

/** What of a line is opened. */
export type OpenPoint = Pick<TrendLine, 'series' | 'value' | 'isOther'> & { start?: string }

type Props = {
  definition: TrendDefinition
  result: TrendResult
  beside: Beside | null
  marks: readonly { id: string; at: string }[]
  open: (point: OpenPoint) => void
  /** On the day of a point. */
  annotate: (start: string) => void
  /** Counts only what meets this filter too. */
  keep: (filter: Filter) => void
}

const row = (line: TrendLine) => ({ ...line, id: line.name })
const look = (at: number) => `trend-${at % 4}`
const dashes = ['', '7 3', '2 3']

/** The chart, its totals, and a table of its points. */
export function TrendFigure({ definition, result, beside, marks, open, annotate, keep }: Props) {
  const figure = useRef<HTMLElement>(null)
  const { busy, run } = useAction('Immagine non salvata: riprova, o usa il CSV.')
  const lines = beside ? pairedLines(result, beside, definition) : linesOf(result, definition)
  const curves = withBefore(lines)
  const hasBefore = curves.length > lines.length
  const points = lines[0]?.its.points ?? []
  const amount = (value: number | null) => amountOf(definition, value)
  /** A number opens what it counts. The rest of a breakdown, a ratio and the period before have no such list. */
  const opens = (
    { series, value, isOthers, isOther, isBefore }: TrendLine & { isBefore?: boolean },
    shown: number | null,
    start?: string,
  ) =>
    isOthers || isBefore || definition.ratio || !shown ? (
      amount(shown)
    ) : (
      <TextButton
        onClick={() =>
          open({
            series,
            ...(isOther && { isOther }),
            ...(start && { start }),
            ...(value !== undefined && { value }),
          })
        }
      >
        {amount(shown)}
      </TextButton>
    )
  const field = definition.breakdown
  /** A visit can have several of these. */
  const hasSeveral = ['page', 'outcome', 'refusal'].includes(field ?? '')
  /** Else other visits or persons would be left out with the values that are shown. */
  const opensOthers = !hasSeveral && definition.count !== 'persons'
  const totals: Column<ReturnType<typeof row>>[] = [
    {
      name: 'Serie',
      isHeading: true,
      cell: ({ name, series, isOthers, isOther }) => {
        const at = lines.findIndex(line => line.name === name)
        const values = lines.flatMap(line =>
          line.series === series && line.isOther === isOther && line.value !== undefined ? [line.value] : [],
        )
        return (
          <span className={`trend-name ${look(at)}`}>
            {isOthers && field && opensOthers ? (
              <TextButton
                title="Lascia fuori i valori mostrati: si vedono i dieci che seguono"
                onClick={() => keep({ field, op: 'isNot', values })}
              >
                {name}
              </TextButton>
            ) : (
              name
            )}
          </span>
        )
      },
    },
    { name: 'Totale', cell: line => opens(line, line.its.total) },
    ...(beside
      ? [
          {
            name: `Rispetto a ${beside.names[1]}`,
            cell: (line: TrendLine) => !line.isOther && <Change line={line} definition={definition} />,
          },
        ]
      : []),
    ...(result.compared && !beside
      ? [
          { name: 'Prima', cell: ({ before }: TrendLine) => (before ? amount(before.total) : '—') },
          { name: 'Variazione', cell: (line: TrendLine) => <Change line={line} definition={definition} /> },
        ]
      : []),
  ]
  const notes = [
    ...(hasSeveral
      ? ['I gruppi possono superare il totale: una visita può avere più valori, per esempio più pagine.']
      : []),
    ...(!opensOthers && lines.some(({ isOthers }) => isOthers)
      ? ['Per vedere gli altri valori, togli con un filtro «non è» quelli mostrati.']
      : []),
  ]
  return (
    <figure className="trend-figure" ref={figure}>
      <div aria-hidden>
        <ChartSpace space="trend-chart-space">
          <DayChart
            points={points.map((point, at) => ({ ...point, at }))}
            dayOf={({ start }) => start}
            nameOf={start => pointName(definition, start)}
            marks={marks}
            press={annotate}
            curves={curves.map(({ name, its, place, isBefore }) => ({
              name,
              isFinal: isBefore,
              className: look(place) + (isBefore ? ' curve-before' : ''),
              dashes: isBefore ? '8 3 1 3' : (dashes[Math.floor(place / 4) % 3] ?? ''),
              amount: ({ at }: { at: number; start: string }) => its.points[at]?.value ?? null,
            }))}
            firstOpen={points.findIndex(({ open }) => open)}
            describe={({ at }: { at: number; start: string }) =>
              curves.map(({ name, its }) => [name, amount(its.points[at]?.value ?? null)])
            }
            height={260}
            hasDots={curves.length < 5}
            yAxis={{ tickFormatter: value => amount(Number(value)), domain: [0, 'auto'] }}
            accessibilityLayer={false}
          />
        </ChartSpace>
      </div>
      <figcaption className="quiet small">
        {notes.map(note => (
          <span key={note}>{`${note} `}</span>
        ))}
        {hasBefore && (
          <>
            <span className="trend-name">Pallido, a tratti e punti: il periodo prima.</span>{' '}
          </>
        )}
        <span>Una pressione sul grafico annota quel giorno.</span>
      </figcaption>
      <DataTable
        className="trend-totals"
        caption="Totali del periodo"
        columns={totals}
        rows={lines.map(row)}
      />
      <p>
        <FilterButton onClick={() => downloadCsv('andamento.csv', rowsOf(curves), ';')}>
          Esporta in CSV
        </FilterButton>{' '}
        <FilterButton
          disabled={busy}
          onClick={() =>
            run(async () => {
              const { saveChart } = await import('../parts/charts/save-chart.ts')
              if (figure.current) await saveChart(figure.current, 'andamento.png')
            })
          }
        >
          Esporta in PNG
        </FilterButton>
      </p>
      <details className="days">
        <summary>Tabella dei punti</summary>
        <DataTable
          className="days-table"
          caption="Punti, dal più recente"
          columns={[
            {
              name: 'Inizio',
              isHeading: true,
              cell: ({ start, open }) => `${pointName(definition, start)}${open ? ', finora' : ''}`,
            },
            ...curves.map(line => ({
              name: line.name,
              cell: ({ at, start }: { at: number; start: string }) =>
                opens(line, line.its.points[at]?.value ?? null, start),
            })),
          ]}
          rows={points.map((point, at) => ({ ...point, at, id: point.start })).toReversed()}
        />
      </details>
    </figure>
  )
}

function Change({ line, definition }: { line: TrendLine; definition: TrendDefinition }) {
  const ended = endedOf(line, definition)
  if (!ended) return <span className="quiet">{line.before ? 'in corso' : '—'}</span>
  const isPart = ended.now !== line.its.total || ended.before !== line.before?.total
  return (
    <>
      <span>{formatChange(percentChange(ended.now, ended.before))}</span>{' '}
      {!definition.ratio && isNoiseOfCounts(ended.now, ended.before) && <NoiseNote />}
      {isPart && (
        <div className="quiet">{`${count(ended.now)} contro ${count(ended.before)}, senza l’intervallo in corso`}</div>
      )}
    </>
  )
}
