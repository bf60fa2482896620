import { type LeadRow, leadList, leadRow } from '@tba/events/leads/views.ts'
import { shownEmail } from '../../components/email.ts'
import { euro } from '../../components/format.ts'
import { planName } from '../../content/plans.ts'
import type { Column } from '../parts/lists/data-table.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { PhoneLink } from '../parts/words/links.tsx'
import { Submissions } from './submissions.tsx'

const fields: Column<LeadRow>[] = [
  { name: 'Email', width: '24%', cell: ({ email }) => shownEmail(email) },
  {
    name: 'Telefono',
    width: '14%',
    cell: ({ phone, dial }) => phone && <PhoneLink typed={phone} dial={dial} />,
  },
  { name: 'Piano', width: '10%', cell: ({ plan }) => planName(plan) },
  { name: 'Deposito', cell: ({ deposit }) => euro(Number(deposit)) },
  {
    name: 'Messaggio',
    width: '17%',
    cell: ({ message }) => message && <span className="one-line">{message}</span>,
  },
  { name: 'Inviato', width: '15%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

export default function LeadsPage() {
  return (
    <Submissions
      kind="lead"
      page={leadList}
      row={leadRow}
      rowsOf={({ leads }) => leads}
      fields={fields}
      none="Nessun contatto, finora: chi chiede di essere richiamato dalla pagina principale comparirà qui."
    />
  )
}
