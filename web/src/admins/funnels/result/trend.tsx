import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { count, percent } from '../../../components/format.ts'
import { MarksNote, marksOf, type Note } from '../../annotations/notes.tsx'
import { DaysTable } from '../../parts/charts/days.table.tsx'
import { DayChart } from '../../parts/charts/lazy-chart.ts'
import { fewUnits } from '../../parts/page/cautions.tsx'
import { ChartSpace } from '../../parts/page/view-state.tsx'
import { addDays, dayOf, startOfDay } from '../../parts/time/rome-time.ts'

type Props = {
  trend: NonNullable<FunnelResult['trend']>
  unit: 'day' | 'week'
  windowSeconds: number
  atMs: number
  notes?: readonly Note[]
  /** Of two, «: …». */
  of?: string
}

/** The index of the first day or week whose last units still have time. */
export const firstOpenOf = ({ trend, unit, windowSeconds, atMs }: Props) =>
  trend.findIndex(({ start }) => {
    const endMs = Date.parse(startOfDay(addDays(start, unit === 'day' ? 1 : 7)))
    return endMs + windowSeconds * 1_000 > atMs
  })

const isSmall = ({ entered }: { entered: number }) => entered > 0 && entered < fewUnits

const small = (point: { entered: number }) => (isSmall(point) ? ', meno di 20' : '')

/** Conversion by the day or week of the first step. A day without units has none. */
export function Trend(props: Props) {
  const today = dayOf(Date.now())
  const trend = props.trend.filter(({ start }) => start <= today)
  const firstOpen = firstOpenOf({ ...props, trend })
  const starts = trend.map(({ start }) => start)
  const lastDay = addDays(starts.at(-1) ?? '', props.unit === 'day' ? 0 : 6)
  const marks = marksOf(props.notes ?? [], starts, lastDay)
  const open = firstOpen >= 0 ? '; tratteggiato: finestre ancora aperte' : ''
  const light = trend.some(isSmall) ? '; punti chiari: meno di 20' : ''
  const title = `Conversione per ${props.unit === 'day' ? 'giorno' : 'settimana'} del primo passo${props.of ?? ''}`
  return (
    <figure className="funnel-trend">
      <figcaption>{`${title}${open}${light}`}</figcaption>
      <div aria-hidden>
        <ChartSpace space="trend-space">
          <DayChart
            points={trend}
            isSmall={isSmall}
            dayOf={({ start }) => start}
            curves={[
              {
                name: 'Conversione',
                className: 'trend-line',
                amount: ({ entered, conversion }) => (entered === 0 ? null : conversion),
              },
            ]}
            firstOpen={firstOpen}
            marks={marks}
            describe={point => [
              [
                'Conversione',
                `${percent(point.conversion)}: ${count(point.converted)} su ${count(point.entered)}${small(point)}`,
              ],
            ]}
            height={150}
            yAxis={{ domain: [0, 'auto'], tickFormatter: percent, width: 48 }}
            accessibilityLayer={false}
          />
        </ChartSpace>
      </div>
      <MarksNote marks={marks} />
      <DaysTable
        caption={title}
        summary={props.unit === 'day' ? 'Tabella dei giorni' : 'Tabella delle settimane'}
        columns={[
          { name: 'Al primo passo', amount: ({ entered }) => entered },
          { name: 'All’ultimo', amount: ({ converted }) => converted },
          {
            name: 'Conversione',
            amount: point => (point.entered === 0 ? '—' : `${percent(point.conversion)}${small(point)}`),
          },
        ]}
        days={trend.map(({ start, ...point }) => ({ ...point, day: start }))}
      />
    </figure>
  )
}
