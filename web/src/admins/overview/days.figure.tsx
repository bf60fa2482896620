import type { OverviewView } from '@tba/events/overview/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { lazy } from 'react'
import { DaysTable } from '../parts/charts/days.table.tsx'
import { ChartPlace } from '../parts/page/view-state.tsx'

const DaysChart = lazy(() => import('./days.chart.tsx'))

type Props = { days: OverviewView['perDay']; nowMs: number }

export function DaysFigure({ days, nowMs }: Props) {
  const today = romeDay(new Date(nowMs))
  const shown = days.filter(({ day }) => day <= today)
  // One day is the total above.
  if (shown.length < 2) return null
  return (
    <section className="overview-days" aria-labelledby="days-title">
      <h2 id="days-title">Visite al giorno</h2>
      <div aria-hidden>
        <ChartPlace space="">
          <DaysChart days={shown} today={today} />
        </ChartPlace>
      </div>
      <DaysTable
        caption="Visite e pagine viste di ogni giorno"
        columns={[
          ['Visite', ({ visits }) => visits],
          ['Pagine viste', ({ pageViews }) => pageViews],
        ]}
        days={shown}
        today={today}
      />
    </section>
  )
}
