import type { OverviewView } from '@tba/events/overview/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { useId } from 'react'
import { count } from '../../components/format.ts'
import { MarksNote, marksOf, type Note } from '../annotations/notes.tsx'
import { DaysTable } from '../parts/charts/days.table.tsx'
import { DayChart } from '../parts/charts/lazy-chart.ts'
import { ChartSpace } from '../parts/page/view-state.tsx'

type Day = OverviewView['perDay'][number]

type Props = {
  days: readonly Day[]
  nowMs: number
  notes?: readonly Note[]
  /** Of a second segment, with the names of both. */
  beside?: { days: readonly Day[]; names: readonly string[] } | undefined
}

export function DaysFigure({ days, nowMs, notes = [], beside }: Props) {
  const others = new Map(beside?.days.map(other => [other.day, other]))
  const columns = (['visits', 'pageViews'] as const).flatMap(of => {
    const name = { visits: 'Visite', pageViews: 'Pagine viste' }[of]
    const own = { name, amount: (day: Day) => day[of] }
    if (!beside) return [own]
    const other = { name, amount: ({ day }: Day) => others.get(day)?.[of] ?? 0 }
    return [own, other].map((column, at) => ({ ...column, name: `${name}: ${beside.names[at]}` }))
  })
  const curves = columns
    .slice(0, beside ? 2 : 1)
    .map((curve, at) => (beside ? { ...curve, className: `trend-${at}` } : curve))
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
      {beside && (
        <p className="small">
          {beside.names.map((name, at) => (
            <span key={name} className={`curve-name trend-${at}`}>
              {name}
            </span>
          ))}
        </p>
      )}
      <div aria-hidden>
        <ChartSpace space="">
          <DayChart
            points={shown}
            dayOf={({ day }) => day}
            curves={curves}
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
