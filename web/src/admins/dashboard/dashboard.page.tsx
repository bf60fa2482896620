import { Button } from '@radix-ui/themes'
import type { Dashboard } from '@tba/events/admins/views.ts'
import { useSWRConfig } from 'swr'
import { timeOfDay } from '../../shell/format.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { useDashboard } from '../console-data.ts'
import { count, percent } from '../parts/numbers.ts'
import { DailyFigure } from './daily.figure.tsx'
import { DashboardTabs } from './dashboard.tabs.tsx'
import './dashboard.css'

const cards: { name: string; value: (stats: Dashboard['stats']) => string }[] = [
  { name: 'Questionari', value: stats => count(stats.questionnaires) },
  { name: 'Lead Generati', value: stats => count(stats.leads) },
  { name: 'Interazioni', value: stats => count(stats.interactions) },
  { name: 'Conversioni', value: stats => percent(stats.conversions) },
]

/** Four figures; a dash where they could not be read, which the tabs below explain. */
function StatCards({ answer: { data, error } }: { answer: ReturnType<typeof useDashboard> }) {
  return (
    <dl className="stat-cards">
      {cards.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{data ? value(data.view.stats) : error ? '—' : <span className="skeleton" />}</dd>
        </div>
      ))}
    </dl>
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
        {/* Reads everything in the page again. */}
        <Button variant="outline" disabled={answer.isValidating} onClick={() => mutate(() => true)}>
          {answer.isValidating ? 'Aggiornamento...' : 'Aggiorna'}
        </Button>
      </header>
      <StatCards answer={answer} />
      <DailyFigure />
      <DashboardTabs answer={answer} />
    </main>
  )
}
