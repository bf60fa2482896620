import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { count, percent } from '../../shell/format.ts'
import { shortDay } from '../parts/times.tsx'

type Trend = NonNullable<FunnelResult['trend']>

const height = 150
const named = (start: unknown) => shortDay(String(start))

/** Conversion by the day or week of the first step. A day on which nobody entered has none. */
export default function TrendChart({ trend, unit }: { trend: Trend; unit: 'day' | 'week' }) {
  const data = trend.map(point => ({ ...point, conversion: point.entered === 0 ? null : point.conversion }))
  return (
    <figure className="funnel-trend">
      <figcaption>
        {unit === 'day' ? 'Conversione per giorno' : 'Conversione per settimana'} del primo passo
      </figcaption>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
        <LineChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} className="trend-grid" />
          <XAxis dataKey="start" tickFormatter={named} tickLine={false} minTickGap={32} />
          <YAxis domain={[0, 'auto']} tickFormatter={percent} tickLine={false} width={48} />
          <Tooltip
            labelFormatter={named}
            formatter={(value, _, { payload }: { payload?: Trend[number] }) => [
              `${percent(Number(value))}: ${count(payload?.converted ?? 0)} su ${count(payload?.entered ?? 0)}`,
              'Conversione',
            ]}
          />
          <Line
            dataKey="conversion"
            className="trend-line"
            stroke="currentColor"
            dot={data.length < 32}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </figure>
  )
}
