import type { OverviewView } from '@tba/events/overview/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { useId } from 'react'
import { count } from '../../components/format.ts'
import { type Annotation, MarksNote, marksOf } from '../annotations/notes.tsx'
import { DaysTable } from '../parts/charts/days.table.tsx'
import { DayChart } from '../parts/charts/lazy-chart.ts'
import { ChartSpace } from '../parts/page/view-state.tsx'

type Day = OverviewView['perDay'][number]

const visits = { name: 'Visite', amount: (day: Day) => day.visits }
const columns = [visits, { name: 'Pagine viste', amount: (day: Day) => day.pageViews }]

type Props = { days: readonly Day[]; nowMs: number; notes?: readonly Annotation[] }

export function DaysFigure({ days, nowMs, notes = [] }: Props) {
  const id = useId()
  const today = romeDay(new Date(nowMs))
  const shown = days.filter(({ day }) => day <= today)
  // One day is the total above.
  if (shown.length < 2) return null
  const starts = shown.map(({ day }) => day)
  const marks = marksOf(notes, starts, starts.at(-1) ?? '')
  return (
    <section className="overview-days" aria-labelledby={id}>
      <h2 id={id}>Visite al giorno</h2>
      <div aria-hidden>
        <ChartSpace space="">
          <DayChart
            points={shown}
            dayOf={({ day }) => day}
            curves={[visits]}
            marks={marks}
            firstOpen={shown.findIndex(({ day }) => day === today)}
            describe={day => columns.map(({ name, amount }) => [name, count(amount(day))])}
            height={200}
            yAxis={{ tickFormatter: count, allowDecimals: false }}
            accessibilityLayer={false}
          />
        </ChartSpace>
      </div>
      <MarksNote marks={marks} />
      <DaysTable
        caption="Visite e pagine viste di ogni giorno"
        columns={columns}
        days={shown}
        today={today}
      />
    </section>
  )
}
