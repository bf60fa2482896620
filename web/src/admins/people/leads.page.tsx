import { type LeadRow, leadList, leadRow } from '@tba/events/people/views.ts'
import { Value } from '../../components/facts.tsx'
import { euro } from '../../components/format.ts'
import { planName } from '../../content/plans.ts'
import type { Column } from '../parts/lists/ledger.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { Submissions } from './submissions.tsx'

const columns: Column<LeadRow>[] = [
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
  return (
    <Submissions
      kind="lead"
      path="leads"
      title="Contatti"
      openedName="contatto"
      page={leadList}
      row={leadRow}
      rowsOf={({ leads }) => leads}
      columns={columns}
      facts={facts}
      none="Nessun contatto, finora: chi chiede di essere richiamato dalla pagina principale comparirà qui."
    />
  )
}
