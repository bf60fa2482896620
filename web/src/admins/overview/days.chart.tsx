import type { OverviewView } from '@tba/events/overview/views.ts'
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { count } from '../../components/format.ts'
import { finalAndOpen } from '../parts/charts/open-stretch.ts'
import { shortDay } from '../parts/time/times.tsx'

type Day = OverviewView['perDay'][number]

const height = 200

function DayTip({ day, today }: { day: Day | undefined; today: string }) {
  if (!day) return null
  return (
    <dl className="day-tip">
      <dt>
        {shortDay(day.day)}
        {day.day === today && ', finora'}
      </dt>
      <dd>
        Visite: <b>{count(day.visits)}</b>
      </dd>
      <dd>
        Pagine viste: <b>{count(day.pageViews)}</b>
      </dd>
    </dl>
  )
}

/** Visits per day. The day that is not over hangs on the one before by a dashed line. Its code comes when it is shown. */
export default function DaysChart({ days, today }: { days: readonly Day[]; today: string }) {
  const firstOpen = days.findIndex(({ day }) => day === today)
  const data = days.map((each, at) => ({ ...each, ...finalAndOpen(each.visits, at, firstOpen) }))
  const line = { type: 'linear', isAnimationActive: false, stroke: 'currentColor' } as const
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
      <LineChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} />
        <XAxis dataKey="day" tickFormatter={shortDay} tickLine={false} minTickGap={32} />
        <YAxis allowDecimals={false} tickFormatter={count} axisLine={false} tickLine={false} width={44} />
        <Tooltip
          content={({ active, payload }) => active && <DayTip day={payload[0]?.payload} today={today} />}
        />
        <Line {...line} dataKey="final" dot={data.length < 32} />
        <Line {...line} dataKey="open" dot strokeDasharray="4 4" />
      </LineChart>
    </ResponsiveContainer>
  )
}
