import type { OverviewView } from '@tba/events/overview/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { lazy, Suspense } from 'react'
import { count } from '../../components/format.ts'
import { ErrorBoundary } from '../../shell/error-boundary.tsx'
import { shortDay } from '../parts/time/times.tsx'

type Day = OverviewView['perDay'][number]

const DaysChart = lazy(() => import('./days.chart.tsx'))

/** Visits per day, as a line and as a table. Days to come are none yet. */
export function DaysFigure({ days, nowMs }: { days: readonly Day[]; nowMs: number }) {
  const today = romeDay(new Date(nowMs))
  const shown = days.filter(({ day }) => day <= today)
  // A single day is the total above.
  if (shown.length < 2) return null
  return (
    <section className="overview-days" aria-labelledby="days-title">
      <h2 id="days-title">Visite al giorno</h2>
      <div aria-hidden>
        <ErrorBoundary
          otherwise={<p className="quiet">Il grafico non si è caricato: i numeri sono nella tabella.</p>}
        >
          <Suspense fallback={<div className="skeleton" />}>
            <DaysChart days={shown} today={today} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <details>
        <summary>Tabella dei giorni</summary>
        <table className="ledger days-table">
          <caption className="visually-hidden">Visite e pagine viste di ogni giorno</caption>
          <thead>
            <tr>
              <th scope="col">Giorno</th>
              <th scope="col">Visite</th>
              <th scope="col">Pagine viste</th>
            </tr>
          </thead>
          <tbody>
            {shown.toReversed().map(({ day, visits, pageViews }) => (
              <tr key={day}>
                <th scope="row">{day === today ? `${shortDay(day)}, finora` : shortDay(day)}</th>
                <td>{count(visits)}</td>
                <td>{count(pageViews)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
