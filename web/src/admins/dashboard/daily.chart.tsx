import type { Daily } from '@tba/events/admins/views.ts'
import { count } from '../../components/format.ts'
import { type Curve, DayChart } from '../parts/charts/day.chart.tsx'

type Day = Daily[number]
const curve = (name: string, of: 'visits' | 'leads' | 'questionnaires', dashes?: string) => ({
  ...{ name, className: `curve-${of}`, amount: (day: Day) => day[of] },
  ...(dashes && { dashes }),
})
const visits = curve('Visite', 'visits')
const leads = curve('Lead', 'leads', '7 3')
const questionnaires = curve('Questionari', 'questionnaires', '2 4')

// On one scale with visits, leads would be invisible.
const charts = [[visits], [leads, questionnaires]]

const Legend = ({ curves }: { curves: readonly Curve<Day>[] }) => (
  <ul className="daily-key">
    {curves.map(({ name, className, dashes }) => (
      <li key={name}>
        <svg width="28" height="8" aria-hidden="true">
          <path className={`curve ${className}`} d="M0 4h28" strokeDasharray={dashes} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)

/** The last day is today, which is not over. */
export default function DailyChart({ days }: { days: Daily }) {
  const total = ({ amount }: typeof visits) => count(days.reduce((sum, day) => sum + amount(day), 0))
  const spoken = charts.flat().map(each => `${each.name}: ${total(each)}`)
  return (
    <div className="daily-charts">
      {charts.map(curves => (
        <figure key={curves[0]?.name}>
          <figcaption>
            <Legend curves={curves} />
          </figcaption>
          <div aria-hidden>
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
          </div>
        </figure>
      ))}
      <p className="visually-hidden">
        {`In 30 giorni, ${spoken.join(', ')}. I numeri di ogni giorno sono nella tabella.`}
      </p>
    </div>
  )
}
