import { InfoCircledIcon } from '@radix-ui/react-icons'
import { type Dashboard, dashboard } from '@tba/events/admins/views.ts'
import { type ReactNode, useId } from 'react'
import { useSWRConfig } from 'swr'
import { Value } from '../../components/facts.tsx'
import { count, percent, timeOfDay } from '../../components/format.ts'
import { useView, type ViewAnswer } from '../api/reads.ts'
import { settingsPage, settingsTab } from '../console-pages.ts'
import { useFilters } from '../parts/filters/filters.ts'
import { ReadButton } from '../parts/page/read-button.tsx'
import { DailyFigure } from './daily.figure.tsx'
import { DashboardTabs } from './dashboard.tabs.tsx'
import './dashboard.css'

const conversionsExplanation =
  'Visite con un contatto, un questionario o una registrazione, diviso le visite con una pagina vista e il consenso, per 100. Dall’inizio fino a ora: contano tutte le visite non ancora scadute.'

type Card = { name: string; value: (stats: Dashboard['stats']) => string; explanation?: string }

const cards: readonly Card[] = [
  { name: 'Questionari', value: stats => count(stats.questionnaires) },
  { name: 'Lead Generati', value: stats => count(stats.leads) },
  { name: 'Interazioni', value: stats => count(stats.interactions) },
  { name: 'Conversioni', value: stats => percent(stats.conversions), explanation: conversionsExplanation },
]

/** A word that shows its meaning on hover, tap or focus. */
function ExplainedTerm({ word, children }: { word: string; children: ReactNode }) {
  const id = useId()
  return (
    <span className="explained">
      <button type="button" aria-describedby={id}>
        <span>{word}</span>
        <InfoCircledIcon aria-hidden />
      </button>
      <span role="tooltip" id={id}>
        {children}
      </span>
    </span>
  )
}

const StatCards = ({ answer: { data, error } }: { answer: ViewAnswer<Dashboard> }) => (
  <dl className="stat-cards">
    {cards.map(({ name, value, explanation }) => (
      <div key={name}>
        <dt>{explanation ? <ExplainedTerm word={name}>{explanation}</ExplainedTerm> : name}</dt>
        <dd>
          {data ? value(data.view.stats) : error ? <Value>{null}</Value> : <span className="skeleton" />}
        </dd>
      </div>
    ))}
  </dl>
)

export default function DashboardPage() {
  const answer = useView('/api/admin/dashboard', dashboard)
  const { mutate } = useSWRConfig()
  const isSettings = useFilters().get('tab') === settingsTab
  return (
    <main className="console">
      <header className="console-title">
        <h1>{isSettings ? settingsPage.title : 'Cruscotto'}</h1>
        <p className="quiet small" role="status">
          {answer.data && `Letto alle ${timeOfDay(answer.data.readAt)}`}
        </p>
        <ReadButton isBusy={answer.isValidating} read={() => mutate(() => true)} />
      </header>
      {!isSettings && (
        <>
          <StatCards answer={answer} />
          <p className="quiet small">
            Dall’inizio a oggi, robot compresi, senza ciò che è stato cancellato o è scaduto: la Panoramica
            conta invece un periodo. Conversioni: le visite con un esito, su quelle viste con il consenso.
          </p>
          <DailyFigure />
        </>
      )}
      <DashboardTabs answer={answer} />
    </main>
  )
}
