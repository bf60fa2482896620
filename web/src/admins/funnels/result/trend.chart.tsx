import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { count, percent } from '../../../components/format.ts'
import { DayChart } from '../../parts/charts/lazy-chart.ts'
import { addDays, dayOf, startOfDay } from '../../parts/time/rome-time.ts'

type Props = {
  trend: NonNullable<FunnelResult['trend']>
  unit: 'day' | 'week'
  windowSeconds: number
  atMs: number
}

/** The index of the first day or week whose last units still have time. */
export const firstOpenOf = ({ trend, unit, windowSeconds, atMs }: Props) =>
  trend.findIndex(({ start }) => {
    const endMs = Date.parse(startOfDay(addDays(start, unit === 'day' ? 1 : 7)))
    return endMs + windowSeconds * 1_000 > atMs
  })

/** With fewer units a percentage says little. */
const minUnits = 20
const isSmall = ({ entered }: { entered: number }) => entered > 0 && entered < minUnits

/** Conversion by the day or week of the first step. A day without units has none. */
export function TrendChart(props: Props) {
  const today = dayOf(Date.now())
  const trend = props.trend.filter(({ start }) => start <= today)
  const firstOpen = firstOpenOf({ ...props, trend })
  const open = firstOpen >= 0 ? '; tratteggiato: finestre ancora aperte' : ''
  const small = trend.some(isSmall) ? '; punti chiari: meno di 20' : ''
  return (
    <figure className="funnel-trend">
      <figcaption>
        {`Conversione per ${props.unit === 'day' ? 'giorno' : 'settimana'} del primo passo${open}${small}`}
      </figcaption>
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
        describe={({ conversion, converted, entered }) => [
          [
            'Conversione',
            `${percent(conversion)}: ${count(converted)} su ${count(entered)}${isSmall({ entered }) ? ', meno di 20' : ''}`,
          ],
        ]}
        height={150}
        yAxis={{ domain: [0, 'auto'], tickFormatter: percent, width: 48 }}
      />
    </figure>
  )
}
