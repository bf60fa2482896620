import { Button } from '@radix-ui/themes'
import type { Dashboard } from '@tba/events/admins/views.ts'
import { useSWRConfig } from 'swr'
import { Facts } from '../../shell/facts.tsx'
import { count, percent, timeOfDay } from '../../shell/format.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { useDashboard } from '../console-data.ts'
import { DailyFigure } from './daily.figure.tsx'
import { DashboardTabs } from './dashboard.tabs.tsx'
import './dashboard.css'

const cards: [name: string, value: (stats: Dashboard['stats']) => string][] = [
  ['Questionari', stats => count(stats.questionnaires)],
  ['Lead Generati', stats => count(stats.leads)],
  ['Interazioni', stats => count(stats.interactions)],
  ['Conversioni', stats => percent(stats.conversions)],
]

/** Four figures; a dash where they could not be read, which the tabs below explain. */
function StatCards({ answer: { data, error } }: { answer: ReturnType<typeof useDashboard> }) {
  return (
    <Facts
      className="stat-cards"
      facts={cards.map(([name, value]) => [
        name,
        data ? value(data.view.stats) : error ? '—' : <span key="waiting" className="skeleton" />,
      ])}
    />
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
