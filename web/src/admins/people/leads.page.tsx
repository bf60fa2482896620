import { type LeadRow, leadList, leadRow } from '@tba/events/people/views.ts'
import { planName } from '../../content/plans.ts'
import { euro } from '../../shell/format.ts'
import { type Column, Value } from '../parts/ledger.tsx'
import { MomentOf } from '../parts/times.tsx'
import { usePeople } from './people-data.ts'
import { PeopleHead } from './people-head.tsx'
import { PeopleList } from './people-list.tsx'
import { SearchField } from './search.field.tsx'
import { OpenButton, Opened, useOpened } from './submission.drawer.tsx'
import '../dashboard/dashboard.css'

const columns = (open: (id: string) => void): Column<LeadRow>[] => [
  { name: 'Nome', width: '20%', cell: ({ id, name }) => <OpenButton name={name} open={() => open(id)} /> },
  { name: 'Email', width: '24%', cell: ({ email }) => <Value>{email}</Value> },
  { name: 'Telefono', width: '14%', cell: ({ phone }) => <Value>{phone}</Value> },
  { name: 'Piano', width: '10%', cell: row => planName(row.plan) },
  {
    name: 'Messaggio',
    width: '17%',
    cell: ({ message }) => (
      <span className="one-line">
        <Value>{message}</Value>
      </span>
    ),
  },
  { name: 'Inviato', width: '15%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

const facts = ({ email, phone, plan, deposit, message, createdAt }: LeadRow) =>
  [
    ['Email', email],
    ['Telefono', phone],
    ['Piano', `${planName(plan)}, deposito di ${euro(Number(deposit))}`],
    ['Messaggio', message],
    ['Inviato', <MomentOf key="at" at={createdAt} />],
  ] as const

export default function LeadsPage() {
  const { filters, opened, open, close } = useOpened('contatto')
  const q = filters.of('q')
  const path = `/api/admin/leads?${new URLSearchParams(q ? { q } : {})}`
  const answer = usePeople(path, leadList, ({ leads }) => leads)
  return (
    <main className="console">
      <PeopleHead title="Contatti" />
      <div className="people-filters">
        <SearchField label="Cerca per nome, email o telefono" />
      </div>
      <PeopleList
        caption="Contatti, dal più recente"
        columns={columns(open)}
        answer={answer}
        isFiltered={q !== ''}
        empty="Nessun contatto, finora: chi chiede di essere richiamato dalla pagina principale comparirà qui."
        clear={() => filters.clear(['q'])}
      />
      {opened && (
        <Opened
          key={opened}
          person={{ kind: 'lead', id: opened }}
          schema={leadRow}
          facts={facts}
          close={close}
        />
      )}
    </main>
  )
}
