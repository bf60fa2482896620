import { retentionView } from '@tba/events/retention/views.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { readAgain, useView } from '../console-data.ts'
import { CountingTitle, EventChoice, PeriodNote } from '../parts/counting.tsx'
import { eventName } from '../parts/event-kind.tsx'
import { PeriodMenu } from '../parts/menus.tsx'
import { AnswerState } from '../parts/view-state.tsx'
import { CustomersDrawer } from './customers.drawer.tsx'
import { HeatTable } from './heat.table.tsx'
import { useRetentionAddress } from './retention-address.ts'
import '../history/history.css'
import '../parts/ledger.css'
import './retention.css'

/** What the table counts, in plain words. */
const HowCounted = () => (
  <details className="note how-counted">
    <summary>Come si conta</summary>
    <ul>
      <li>
        Un cliente è nella settimana del suo primo evento d’ingresso dentro il periodo: da lunedì a domenica,
        a Roma. Conta una volta sola.
      </li>
      <li>
        Nella settimana n sta chi ha fatto l’azione n settimane di calendario dopo, dall’ingresso in poi
        nell’ordine del registro: una volta o cento, conta uno. Dove ingresso e azione sono lo stesso evento,
        vale anche il primo.
      </li>
      <li>
        Di un cliente valgono gli eventi dell’account, della configurazione e delle sessioni, e quelli delle
        visite legate a lui con il consenso. I programmi sono esclusi.
      </li>
      <li>
        Chi ha cancellato l’account resta nel conto. Le visite scadute no. La settimana tratteggiata è in
        corso; quelle non ancora cominciate mancano.
      </li>
    </ul>
  </details>
)

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
