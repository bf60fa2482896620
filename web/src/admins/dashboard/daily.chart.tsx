import type { Daily } from '@tba/events/admins/views.ts'
import { count } from '../../components/format.ts'
import { DayChart } from '../parts/charts/day.chart.tsx'

type Day = Daily[number]
const curve = (name: string, of: 'visits' | 'leads' | 'questionnaires', dashes?: string) => ({
  ...{ name, className: `curve-${of}`, amount: (day: Day) => day[of] },
  ...(dashes && { dashes }),
})

// On one scale with visits, leads would be invisible.
const charts = [
  { title: 'Visite', curves: [curve('Visite', 'visits')] },
  {
    title: 'Lead (a tratti lunghi) e questionari (a tratti corti)',
    curves: [curve('Lead', 'leads', '7 3'), curve('Questionari', 'questionnaires', '2 4')],
  },
]

/** The last day is today, which is not over. Readers have the table. */
export default function DailyChart({ days }: { days: Daily }) {
  return (
    <div className="daily-charts" aria-hidden>
      {charts.map(({ title, curves }) => (
        <figure key={title}>
          <figcaption>{title}</figcaption>
          <DayChart
            points={days}
            dayOf={({ day }) => day}
            curves={curves}
            firstOpen={days.length - 1}
            describe={day => curves.map(({ name, amount }) => [name, count(amount(day))])}
            height={150}
            yAxis={{ tickFormatter: count, tickCount: 3, allowDecimals: false }}
            hasDots={false}
            syncId="days"
            accessibilityLayer={false}
          />
        </figure>
      ))}
    </div>
  )
}
