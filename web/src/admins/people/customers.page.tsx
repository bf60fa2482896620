import { type CustomerRow, customerList, setupState } from '@tba/events/people/views.ts'
import { plan } from '@tba/events/setup/plans.ts'
import { Link } from 'react-router-dom'
import { shownEmail } from '../../components/email.ts'
import { planName } from '../../content/plans.ts'
import { FilterSelect } from '../parts/filters/controls.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import type { Column } from '../parts/lists/data-table.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { stateNames } from '../parts/words/labels.ts'
import { customerAddress } from '../parts/words/links.tsx'
import { PeopleList } from './people.list.tsx'

const columns: Column<CustomerRow>[] = [
  {
    name: 'Nome',
    width: '22%',
    cell: ({ id, firstName, lastName }) => (
      <Link to={customerAddress(id)}>{`${firstName} ${lastName}`.trim() || 'Senza nome'}</Link>
    ),
  },
  { name: 'Email', width: '27%', cell: ({ email }) => shownEmail(email) },
  { name: 'Numero', width: '8%', cell: ({ userId }) => <span className="number">{userId}</span> },
  { name: 'Piano', width: '11%', cell: row => row.plan && planName(row.plan) },
  { name: 'Stato', width: '11%', cell: ({ state }) => <span className="badge">{stateNames[state]}</span> },
  { name: 'Bot', width: '6%', cell: ({ bots }) => <span className="number">{bots}</span> },
  { name: 'Registrato', width: '15%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

const all = (label: string) => ({ value: '', label })
const plans = [all('Ogni piano'), ...plan.options.map(value => ({ value, label: planName(value) }))]
const states = [all('Ogni stato'), ...setupState.options.map(value => ({ value, label: stateNames[value] }))]

export default function CustomersPage() {
  const filters = useFilters()
  return (
    <main className="console">
      <PeopleList
        of={{ path: 'customers', plural: 'Clienti' }}
        schema={customerList}
        rowsOf={({ customers }) => customers}
        columns={columns}
        search="Cerca per nome, email, telefono o numero"
        filterNames={['plan', 'state']}
        none="Nessun cliente, finora: chi si registra comparirà qui, con il piano e i passi della configurazione."
      >
        <FilterSelect filters={filters} name="plan" label="Piano" options={plans} />
        <FilterSelect filters={filters} name="state" label="Stato" options={states} />
      </PeopleList>
    </main>
  )
}
