import type { Dashboard } from '@tba/events/admins/views.ts'
import type { useDashboard } from '../console-data.ts'
import { count, percent } from '../parts/numbers.ts'

const cards: { name: string; value: (stats: Dashboard['stats']) => string }[] = [
  { name: 'Questionari', value: stats => count(stats.questionnaires) },
  { name: 'Lead Generati', value: stats => count(stats.leads) },
  { name: 'Interazioni', value: stats => count(stats.interactions) },
  { name: 'Conversioni', value: stats => percent(stats.conversions) },
]

/** Four figures; a dash where they could not be read, which the tabs below explain. */
export function StatCards({ answer: { data, error } }: { answer: ReturnType<typeof useDashboard> }) {
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
