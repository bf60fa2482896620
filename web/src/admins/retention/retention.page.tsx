import { unitsPage } from '@tba/events/funnels/views.ts'
import { retentionView } from '@tba/events/retention/views.ts'
import { romeWeeks, startOfWeek } from '@tba/events/rome-day.ts'
import { alwaysFresh, useView } from '../api/reads.ts'
import { FilterSelect } from '../parts/filters/controls.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import { UnitList } from '../parts/lists/unit-list.tsx'
import { Drawer } from '../parts/page/drawer.tsx'
import { CountingRules, CountingTitle, EventChoice } from '../parts/page/page-title.tsx'
import { AnswerState } from '../parts/page/view-state.tsx'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { dayOf } from '../parts/time/rome-time.ts'
import { eventName } from '../parts/words/event-name.tsx'
import { HeatTable, weekName, weeksAfter } from './heat.table.tsx'
import '../parts/lists/data-table.css'
import './retention.css'

/** By default, with the current week. */
const weeksShown = 12
const shownSince = () => new Date(startOfWeek(romeWeeks()(Date.now()) - weeksShown + 1)).toISOString()

const units = [
  { value: 'customer', label: 'Per cliente' },
  { value: 'person', label: 'Per persona' },
]

const rules = [
  'Un cliente è nella settimana del suo primo evento d’ingresso dentro il periodo: da lunedì a domenica, a Roma. Conta una volta sola.',
  'Nella settimana n sta chi ha fatto l’azione n settimane di calendario dopo, dall’ingresso in poi nell’ordine del registro: una volta o cento, conta uno. Dove ingresso e azione sono lo stesso evento, vale anche il primo.',
  'Di un cliente valgono gli eventi dell’account, della configurazione e delle sessioni, e quelli delle visite legate a lui con il consenso. I robot sono esclusi.',
  'Per persona, contatti, questionari e account sotto lo stesso indirizzo sono uno solo, e così chi un amministratore ha unito.',
  'Chi ha cancellato l’account resta nel conto. Le visite scadute no. La settimana tratteggiata è in corso; quelle non ancora cominciate mancano.',
]

export default function RetentionPage() {
  const address = useFilters()
  // The open cell belongs to the last count.
  const filters = useFilters(['cell'])
  const cohort = filters.get('cohort') || 'AccountRegistered'
  const action = filters.get('action') || 'SessionOpened'
  const { picked, parameters } = readPeriod(filters.get)
  const period = parameters.length > 0 ? Object.fromEntries(parameters) : { from: shownSince() }
  const by = filters.get('by')
  const query = { ...(by && { by }), cohort, action, ...period }
  const answer = useView(`/api/admin/retention?${new URLSearchParams(query)}`, retentionView, alwaysFresh)
  const view = answer.data?.view
  /** `<cohort>.<week>`, or `<cohort>` for all of it. */
  const cell = address.get('cell')
  const isCell = /^\d{4}-\d\d-\d\d(\.\d+)?$/.test(cell) && dayOf(cell.slice(0, 10)) !== ''
  return (
    <main className="console counting retention-page">
      <CountingTitle title="Fidelizzazione" answer={answer}>
        Di chi entra in ogni settimana, quanti tornano nelle settimane dopo.
      </CountingTitle>
      <search className="filter-line">
        <EventChoice name="Entra con" chosen={cohort} choose={type => filters.set('cohort', type)} />
        <EventChoice name="Torna con" chosen={action} choose={type => filters.set('action', type)} />
        <FilterSelect filters={filters} name="by" label="Si conta" options={units} />
        <PeriodPicker picked={picked} pick={periodWriter(filters)} none="Ultime 12 settimane" />
      </search>
      {!view || answer.error ? (
        <AnswerState answer={answer} />
      ) : view.rows.length === 0 ? (
        <p className="list-empty">
          In questo periodo nessuno è entrato con «<span>{eventName(cohort)}</span>». Qui starebbe una riga
          per ogni settimana, con quanti tornano in quelle dopo: scegli un altro ingresso o un periodo più
          lungo.
        </p>
      ) : (
        <figure className="heat-figure">
          <HeatTable
            by={by === 'person' ? by : 'customer'}
            rows={view.rows}
            caption={`Chi torna: ${eventName(action)} dopo ${eventName(cohort)}, per settimana`}
            open={opened => address.set('cell', opened, { push: true })}
          />
          <figcaption className="quiet small">
            Le colonne sono le settimane dopo l’ingresso, la 0 è la stessa. Tratteggiata: la settimana in
            corso.
          </figcaption>
        </figure>
      )}
      <CountingRules rules={rules} />
      {isCell && view && (
        <CustomersDrawer
          key={cell}
          cell={cell}
          query={{ ...query, ...(view.position && { asOf: view.position }) }}
          close={() => address.set('cell', '')}
        />
      )}
    </main>
  )
}

type Props = { cell: string; query: Record<string, string>; close: () => void }

function CustomersDrawer({ cell, query, close }: Props) {
  const [monday = '', week] = cell.split('.')
  const kind = query.by === 'person' ? 'person' : 'account'
  const request = new URLSearchParams({ ...query, monday, ...(week && { week }) })
  return (
    <Drawer title={`${kind === 'person' ? 'Persone' : 'Clienti'}: ${weekName(monday)}`} close={close}>
      <p className="quiet small drawer-note">
        {week === undefined
          ? 'Tutti quelli della settimana.'
          : `Che lo hanno fatto ${weeksAfter(Number(week))}.`}
      </p>
      <UnitList kind={kind} request={`/api/admin/retention/customers?${request}`} schema={unitsPage} />
    </Drawer>
  )
}
