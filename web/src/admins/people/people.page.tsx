import { type PersonRow, personList } from '@tba/events/people/views.ts'
import { Link } from 'react-router-dom'
import { shownEmail } from '../../components/email.ts'
import { count } from '../../components/format.ts'
import { useFilters } from '../parts/filters/filters.ts'
import type { Column } from '../parts/lists/data-table.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { personAddress, receiptAddress, receiptNumberIn } from '../parts/words/links.tsx'
import { PeopleList } from './people.list.tsx'

const columns: Column<PersonRow>[] = [
  {
    name: 'Nome',
    width: '24%',
    cell: ({ id, name }) => <Link to={personAddress(id)}>{name ?? 'Senza nome'}</Link>,
  },
  { name: 'Email', width: '28%', cell: ({ email }) => shownEmail(email) },
  { name: 'Telefono', width: '15%', cell: ({ phone }) => phone },
  { name: 'Richieste', width: '9%', cell: row => <span className="number">{count(row.requests)}</span> },
  { name: 'Account', width: '9%', cell: row => <span className="number">{count(row.accounts)}</span> },
  { name: 'Ultima attività', width: '15%', cell: ({ lastAt }) => <MomentOf at={lastAt} /> },
]

const people = { path: 'people', plural: 'Persone' }

export default function PeoplePage() {
  const receipt = receiptNumberIn(useFilters().get('q'))
  return (
    <main className="console">
      <PeopleList
        of={people}
        order="dall’ultima attiva"
        schema={personList}
        rowsOf={page => page.people}
        columns={columns}
        search="Cerca per nome, email, telefono, numero di cliente o di ricevuta"
        none="Nessuna persona, finora: chi lascia un contatto, compila un questionario o si registra comparirà qui, una volta sola per indirizzo email."
        instead={receipt && <Link to={receiptAddress(receipt)}>{`Apri la ricevuta ${receipt}`}</Link>}
      />
    </main>
  )
}
