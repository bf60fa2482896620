import { type Daily, daily } from '@tba/events/admins/views.ts'
import { count } from '../../components/format.ts'
import { useView } from '../api/reads.ts'
import { DaysTable } from '../parts/charts/days.table.tsx'
import { DayChart } from '../parts/charts/lazy-chart.ts'
import { ChartSpace, ViewState } from '../parts/page/view-state.tsx'
import './daily.css'

const curve = (name: string, of: 'visits' | 'leads' | 'questionnaires', dashes?: string) => ({
  name,
  className: `curve-${of}`,
  amount: (day: Daily[number]) => day[of],
  ...(dashes && { dashes }),
})
const visits = curve('Visite', 'visits')
const leads = curve('Contatti', 'leads', '7 3')
const questionnaires = curve('Questionari', 'questionnaires', '2 4')

// On one scale with visits, leads would be invisible.
const charts = [
  { title: 'Visite', curves: [visits] },
  { title: 'Contatti (a tratti lunghi) e questionari (a tratti corti)', curves: [leads, questionnaires] },
]
const all = [visits, leads, questionnaires]

/** The last day is today, which is not over. Readers have the table. */
function Curves({ days }: { days: Daily }) {
  if (days.every(day => all.every(({ amount }) => amount(day) === 0)))
    return (
      <p className="list-empty">
        Nessuna visita, nessun contatto e nessun questionario negli ultimi 30 giorni.
      </p>
    )
  return (
    <>
      <ChartSpace space="daily-space">
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
      </ChartSpace>
      <DaysTable caption="Visite, contatti e questionari degli ultimi 30 giorni" columns={all} days={days} />
    </>
  )
}

export function DailyFigure() {
  const answer = useView('/api/admin/daily', daily)
  return (
    <section className="daily" aria-labelledby="daily-title">
      <h2 id="daily-title">Ultimi 30 giorni</h2>
      <p className="quiet small">
        Come nella Panoramica: le visite di ogni giorno, anche senza tracciamento, senza i robot; contatti e
        questionari anche se poi cancellati.
      </p>
      {answer.data ? <Curves days={answer.data.view} /> : <ViewState answer={answer} />}
    </section>
  )
}
