import { retentionView } from '@tba/events/retention/views.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { readAgain, useView } from '../console-data.ts'
import { AnswerState } from '../parts/answer-state.tsx'
import { CountingTitle } from '../parts/counting-title.tsx'
import { EventChoice } from '../parts/event-choice.tsx'
import { eventName } from '../parts/event-kind.tsx'
import { PeriodMenu } from '../parts/period-menu.tsx'
import { PeriodNote } from '../parts/period-note.tsx'
import { CustomersDrawer } from './customers.drawer.tsx'
import { HeatTable } from './heat.table.tsx'
import { HowCounted } from './how-counted.tsx'
import { useRetentionAddress } from './retention-address.ts'
import '../history/history.css'
import '../parts/ledger.css'
import '../parts/counting.css'
import './retention.css'

/** Of the customers of each week, how many came back in those that followed. */
export default function RetentionPage() {
  const address = useRetentionAddress()
  const { filters, cohort, action, query, isPeriod, cell, open } = address
  const answer = useView(`/api/admin/retention?${query}`, retentionView, readAgain)
  const view = answer.data?.view
  usePageTitle('Fidelizzazione')
  const caption = `Chi torna: ${eventName(action)} dopo ${eventName(cohort)}, per settimana`
  return (
    <main className="console counting retention-page">
      <CountingTitle title="Fidelizzazione" answer={answer}>
        Dei clienti di ogni settimana, quanti tornano nelle settimane dopo.
      </CountingTitle>
      <search className="filter-line">
        <EventChoice name="Entra con" chosen={cohort} choose={type => filters.set('cohort', type)} />
        <EventChoice name="Torna con" chosen={action} choose={type => filters.set('action', type)} />
        <PeriodMenu filters={filters} />
        <PeriodNote filters={filters} otherwise={isPeriod ? null : 'Ultime 12 settimane'} />
      </search>
      {view && !answer.error ? (
        view.rows.length === 0 ? (
          <p className="list-empty">
            In questo periodo nessun cliente è entrato con «{eventName(cohort)}». Qui starebbe una riga per
            ogni settimana, con quanti tornano in quelle dopo: scegli un altro ingresso o un periodo più
            lungo.
          </p>
        ) : (
          <figure className="heat-figure">
            <HeatTable rows={view.rows} caption={caption} open={open} />
            <figcaption className="quiet small">
              Le colonne sono le settimane dopo l’ingresso, la 0 è la stessa. Tratteggiata: la settimana in
              corso.
            </figcaption>
          </figure>
        )
      ) : (
        <AnswerState answer={answer} />
      )}
      <HowCounted />
      {cell && view && <CustomersDrawer key={cell} address={address} position={view.position} />}
    </main>
  )
}
