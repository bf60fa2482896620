import { type CustomerRow, customerList, setupState } from '@tba/events/people/views.ts'
import { plan } from '@tba/events/setup/plans.ts'
import { Link } from 'react-router-dom'
import { planName } from '../../content/plans.ts'
import { NativeSelect } from '../../shell/native-select.tsx'
import { useFilters } from '../parts/filters.ts'
import { type Column, Value } from '../parts/ledger.tsx'
import { MomentOf } from '../parts/times.tsx'
import { usePeople } from './people-data.ts'
import { PeopleHead } from './people-head.tsx'
import { PeopleList } from './people-list.tsx'
import { SearchField } from './search.field.tsx'
import { stateNames } from './words.ts'
import '../dashboard/dashboard.css'

const columns: Column<CustomerRow>[] = [
  {
    name: 'Nome',
    width: '22%',
    cell: ({ id, firstName, lastName }) => (
      <Link to={`/admin/customers/${id}`}>{`${firstName} ${lastName}`.trim() || 'Senza nome'}</Link>
    ),
  },
  { name: 'Email', width: '27%', cell: ({ email }) => email },
  { name: 'Numero', width: '8%', cell: ({ userId }) => <span className="number">{userId}</span> },
  { name: 'Piano', width: '11%', cell: row => <Value>{row.plan && planName(row.plan)}</Value> },
  { name: 'Stato', width: '11%', cell: ({ state }) => <span className="badge">{stateNames[state]}</span> },
  { name: 'Bot', width: '6%', cell: ({ bots }) => <span className="number">{bots}</span> },
  { name: 'Registrato', width: '15%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

const all = (label: string) => ({ value: '', label })
const plans = [all('Ogni piano'), ...plan.options.map(value => ({ value, label: planName(value) }))]
const states = [all('Ogni stato'), ...setupState.options.map(value => ({ value, label: stateNames[value] }))]
const names = ['q', 'plan', 'state'] as const

export default function CustomersPage() {
  const filters = useFilters()
  const asked = new URLSearchParams(
    names.flatMap(name => (filters.of(name) ? [[name, filters.of(name)]] : [])),
  )
  const answer = usePeople(`/api/admin/customers?${asked}`, customerList, ({ customers }) => customers)
  const choice = (name: (typeof names)[number], label: string, options: typeof plans) => (
    <NativeSelect
      aria-label={label}
      options={options}
      value={filters.of(name)}
      onChange={event => filters.set(name, event.target.value)}
    />
  )
  return (
    <main className="console">
      <PeopleHead title="Clienti" />
      <div className="people-filters">
        <SearchField label="Cerca per nome, email o numero" />
        {choice('plan', 'Piano', plans)}
        {choice('state', 'Stato', states)}
      </div>
      <PeopleList
        caption="Clienti, dal più recente"
        columns={columns}
        answer={answer}
        isFiltered={asked.size > 0}
        empty="Nessun cliente, finora: chi si registra comparirà qui, con il piano e i passi della configurazione."
        clear={() => filters.clear(names)}
      />
    </main>
  )
}
