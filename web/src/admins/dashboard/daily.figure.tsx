import type { Daily } from '@tba/events/admins/views.ts'
import { lazy } from 'react'
import { useDaily } from '../api/reads.ts'
import { DaysTable } from '../parts/charts/days.table.tsx'
import { ChartPlace, ViewState } from '../parts/page/view-state.tsx'
import './daily.css'

const DailyChart = lazy(() => import('./daily.chart.tsx'))

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
      <DaysTable
        caption="Visite, lead e questionari degli ultimi 30 giorni"
        columns={[
          ['Visite', ({ visits }) => visits],
          ['Lead', ({ leads }) => leads],
          ['Questionari', ({ questionnaires }) => questionnaires],
        ]}
        days={days}
      />
    </>
  )
}

export function DailyFigure() {
  const answer = useDaily()
  return (
    <section className="daily" aria-labelledby="daily-title">
      <h2 id="daily-title">Ultimi 30 giorni</h2>
      {answer.data ? <Curves days={answer.data.view} /> : <ViewState answer={answer} />}
    </section>
  )
}
