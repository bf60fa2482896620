import { InfoCircledIcon } from '@radix-ui/react-icons'
import type { Daily, Dashboard } from '@tba/events/admins/views.ts'
import { lazy, type ReactNode, useId } from 'react'
import { useSWRConfig } from 'swr'
import { Value } from '../../components/facts.tsx'
import { count, percent, timeOfDay } from '../../components/format.ts'
import { usePageTitle } from '../../shell/page.tsx'
import { useDaily, useDashboard } from '../api/reads.ts'
import { DaysTable } from '../parts/charts/days.table.tsx'
import { RefreshButton } from '../parts/page/page-title.tsx'
import { ChartPlace, ViewState } from '../parts/page/view-state.tsx'
import { DashboardTabs } from './dashboard.tabs.tsx'
import './daily.css'
import './dashboard.css'

const converting =
  'Visite con un lead, un questionario o una registrazione, diviso le visite con una pagina vista e il consenso, per 100. Dall’inizio fino a ora: contano tutte le visite non ancora scadute.'

type Card = { name: string; value: (stats: Dashboard['stats']) => string; explanation?: string }

const cards: readonly Card[] = [
  { name: 'Questionari', value: stats => count(stats.questionnaires) },
  { name: 'Lead Generati', value: stats => count(stats.leads) },
  { name: 'Interazioni', value: stats => count(stats.interactions) },
  { name: 'Conversioni', value: stats => percent(stats.conversions), explanation: converting },
]

/** A word that shows its meaning on hover, tap or focus. */
function Explained({ word, children }: { word: string; children: ReactNode }) {
  const id = useId()
  return (
    <span className="explained">
      <button type="button" aria-describedby={id}>
        {word}
        <InfoCircledIcon aria-hidden />
      </button>
      <span role="tooltip" id={id}>
        {children}
      </span>
    </span>
  )
}

const StatCards = ({ answer: { data, error } }: { answer: ReturnType<typeof useDashboard> }) => (
  <dl className="stat-cards">
    {cards.map(({ name, value, explanation }) => (
      <div key={name}>
        <dt>{explanation ? <Explained word={name}>{explanation}</Explained> : name}</dt>
        <dd>
          {data ? value(data.view.stats) : error ? <Value>{null}</Value> : <span className="skeleton" />}
        </dd>
      </div>
    ))}
  </dl>
)

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

function DailyFigure() {
  const answer = useDaily()
  return (
    <section className="daily" aria-labelledby="daily-title">
      <h2 id="daily-title">Ultimi 30 giorni</h2>
      {answer.data ? <Curves days={answer.data.view} /> : <ViewState answer={answer} />}
    </section>
  )
}

export default function DashboardPage() {
  const answer = useDashboard()
  const { mutate } = useSWRConfig()
  usePageTitle('Cruscotto')
  return (
    <main className="console">
      <header className="console-title">
        <h1>Cruscotto</h1>
        <p className="quiet small" role="status">
          {answer.data && `Letto alle ${timeOfDay(answer.data.readAt)}`}
        </p>
        <RefreshButton isBusy={answer.isValidating} refresh={() => mutate(() => true)} />
      </header>
      <StatCards answer={answer} />
      <DailyFigure />
      <DashboardTabs answer={answer} />
    </main>
  )
}
