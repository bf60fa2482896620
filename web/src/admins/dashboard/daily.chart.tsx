import type { Daily } from '@tba/events/admins/views.ts'
import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { count } from '../../components/format.ts'
import { finalAndOpen } from '../parts/charts/open-stretch.ts'
import { shortDay } from '../parts/time/times.tsx'

type Series = { of: 'visits' | 'leads' | 'questionnaires'; name: string; dashes?: string }

const visits: Series = { of: 'visits', name: 'Visite' }
const leads: Series = { of: 'leads', name: 'Lead', dashes: '7 3' }
const questionnaires: Series = { of: 'questionnaires', name: 'Questionari', dashes: '2 4' }

// Leads are few compared to visits: on one scale they would not be seen.
const charts = [[visits], [leads, questionnaires]]

function Key({ series }: { series: Series[] }) {
  return (
    <ul className="daily-key">
      {series.map(({ of, name, dashes }) => (
        <li key={of}>
          <svg width="28" height="8" aria-hidden="true">
            <path className={`curve curve-${of}`} d="M0 4h28" strokeDasharray={dashes} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

type Point = Daily[number] & { at: number; last: number }

function DayTip({ active, label, payload, series }: TooltipContentProps & { series: Series[] }) {
  if (!active || !payload?.[0]) return null
  const day: Point = payload[0].payload
  return (
    <dl className="daily-tip">
      <dt>
        {shortDay(String(label))}
        {day.at === day.last && ', finora'}
      </dt>
      {series.map(({ of, name }) => (
        <dd key={of}>
          {name}: <strong>{count(day[of])}</strong>
        </dd>
      ))}
    </dl>
  )
}

/** The last day is today, which is not over. */
function Curves({ days, series }: { days: Daily; series: Series[] }) {
  const data = days.map((day, at): Point => ({ ...day, at, last: days.length - 1 }))
  const part = (of: Series['of'], stretch: 'final' | 'open') => (day: Point) =>
    finalAndOpen(day[of], day.at, day.last)[stretch]
  const line = { type: 'linear', dot: false, isAnimationActive: false } as const
  return (
    <ResponsiveContainer width="100%" height={150}>
      <LineChart
        data={data}
        syncId="days"
        accessibilityLayer={false}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="day"
          tickFormatter={shortDay}
          tickLine={false}
          minTickGap={28}
          interval="preserveStartEnd"
        />
        <YAxis
          tickFormatter={count}
          tickCount={3}
          allowDecimals={false}
          axisLine={false}
          tickLine={false}
          width={44}
        />
        <Tooltip content={props => <DayTip {...props} series={series} />} />
        {series.flatMap(({ of, dashes }) => [
          <Line
            key={of}
            {...line}
            className={`curve-${of}`}
            dataKey={part(of, 'final')}
            strokeDasharray={dashes}
          />,
          <Line
            key={`${of}-open`}
            {...line}
            className={`curve-${of} curve-open`}
            dataKey={part(of, 'open')}
            strokeDasharray="1 3"
          />,
        ])}
      </LineChart>
    </ResponsiveContainer>
  )
}

/** Drawn with Recharts, whose code comes with it; the same numbers stand in the table below. */
export default function DailyChart({ days }: { days: Daily }) {
  const total = ({ of }: Series) => count(days.reduce((sum, day) => sum + day[of], 0))
  const spoken = [visits, leads, questionnaires].map(series => `${series.name}: ${total(series)}`).join(', ')
  return (
    <div className="daily-charts">
      {charts.map(series => (
        <figure key={series[0]?.of}>
          <figcaption>
            <Key series={series} />
          </figcaption>
          <div aria-hidden>
            <Curves days={days} series={series} />
          </div>
        </figure>
      ))}
      <p className="visually-hidden">{`In 30 giorni, ${spoken}. I numeri di ogni giorno sono nella tabella.`}</p>
    </div>
  )
}
