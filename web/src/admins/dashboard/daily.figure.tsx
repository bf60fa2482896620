import type { Daily } from '@tba/events/admins/views.ts'
import { lazy } from 'react'
import { count } from '../../components/format.ts'
import { useDaily } from '../api/reads.ts'
import { ChartPlace, ViewState } from '../parts/page/view-state.tsx'
import { shortDay } from '../parts/time/times.tsx'
import './daily.css'

const DailyChart = lazy(() => import('./daily.chart.tsx'))

/** The newest day first. */
function DailyTable({ days }: { days: Daily }) {
  return (
    <table className="ledger daily-table">
      <caption className="visually-hidden">Visite, lead e questionari degli ultimi 30 giorni</caption>
      <thead>
        <tr>
          <th scope="col">Giorno</th>
          <th scope="col">Visite</th>
          <th scope="col">Lead</th>
          <th scope="col">Questionari</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, visits, leads, questionnaires }) => (
          <tr key={day}>
            <th scope="row">{shortDay(day)}</th>
            <td>{count(visits)}</td>
            <td>{count(leads)}</td>
            <td>{count(questionnaires)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Curves({ days }: { days: Daily }) {
  const isEmpty = days.every(({ visits, leads, questionnaires }) => visits + leads + questionnaires === 0)
  if (isEmpty)
    return (
      <p className="list-empty">Nessuna visita, nessun lead e nessun questionario negli ultimi 30 giorni.</p>
    )
  return (
    <>
      <ChartPlace space="daily-space">
        <DailyChart days={days} />
      </ChartPlace>
      <details>
        <summary>Tabella dei giorni</summary>
        <DailyTable days={days} />
      </details>
    </>
  )
}

/** What came in day by day, as lines and as a table. */
export function DailyFigure() {
  const answer = useDaily()
  return (
    <section className="daily" aria-labelledby="daily-title">
      <h2 id="daily-title">Ultimi 30 giorni</h2>
      {answer.data ? <Curves days={answer.data.view} /> : <ViewState answer={answer} />}
    </section>
  )
}
