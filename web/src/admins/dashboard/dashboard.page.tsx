import { Button } from '@radix-ui/themes'
import { useSWRConfig } from 'swr'
import { timeOfDay } from '../../shell/format.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { useDashboard } from '../console-data.ts'
import { DailyFigure } from './daily.figure.tsx'
import { DashboardTabs } from './dashboard.tabs.tsx'
import { StatCards } from './stat-cards.tsx'
import './dashboard.css'

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
