import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { count, percent } from '../../../components/format.ts'
import { finalAndOpen } from '../../parts/charts/open-stretch.ts'
import { daysFrom, startOfDay } from '../../parts/time/rome-time.ts'
import { shortDay } from '../../parts/time/times.tsx'

type Trend = NonNullable<FunnelResult['trend']>

const height = 150
const named = (start: unknown) => shortDay(String(start))

type Props = {
  trend: Trend
  unit: 'day' | 'week'
  windowSeconds: number
  /** As of when it is counted, in ms since 1970. */
  atMs: number
}

/** The first day or week of which somebody may still go on: the window of those who entered last is not over. */
export const firstOpenOf = ({ trend, unit, windowSeconds, atMs }: Props) =>
  trend.findIndex(({ start }) => {
    const endMs = Date.parse(startOfDay(daysFrom(start, unit === 'day' ? 1 : 7)))
    return endMs + windowSeconds * 1_000 > atMs
  })

/** Conversion by the day or week of the first step. A day on which nobody entered has none. */
export default function TrendChart(props: Props) {
  const { trend, unit } = props
  const firstOpen = firstOpenOf(props)
  const data = trend.map((point, at) => ({
    ...point,
    ...finalAndOpen(point.entered === 0 ? null : point.conversion, at, firstOpen),
  }))
  const line = {
    ...{ name: 'Conversione', className: 'trend-line', stroke: 'currentColor', isAnimationActive: false },
  }
  return (
    <figure className="funnel-trend">
      <figcaption>
        {unit === 'day' ? 'Conversione per giorno' : 'Conversione per settimana'} del primo passo
        {firstOpen >= 0 && '; tratteggiato: finestre ancora aperte'}
      </figcaption>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
        <LineChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} className="trend-grid" />
          <XAxis dataKey="start" tickFormatter={named} tickLine={false} minTickGap={32} />
          <YAxis domain={[0, 'auto']} tickFormatter={percent} tickLine={false} width={48} />
          <Tooltip
            payloadUniqBy={({ name }) => name}
            labelFormatter={named}
            formatter={(value, _, { payload }: { payload?: Trend[number] }) => [
              `${percent(Number(value))}: ${count(payload?.converted ?? 0)} su ${count(payload?.entered ?? 0)}`,
              'Conversione',
            ]}
          />
          <Line {...line} dataKey="final" dot={data.length < 32} />
          <Line {...line} dataKey="open" dot={data.length < 32} strokeDasharray="4 4" />
        </LineChart>
      </ResponsiveContainer>
    </figure>
  )
}
