import { type LeadRow, leadList, leadRow } from '@tba/events/people/views.ts'
import { euro } from '../../components/format.ts'
import { planName } from '../../content/plans.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { Submissions, type SubmittedField } from './submissions.tsx'

const fields: SubmittedField<LeadRow>[] = [
  { name: 'Email', width: '24%', value: ({ email }) => email },
  { name: 'Telefono', width: '14%', value: ({ phone }) => phone },
  { name: 'Piano', width: '10%', value: ({ plan }) => planName(plan) },
  { name: 'Deposito', value: ({ deposit }) => euro(Number(deposit)) },
  {
    name: 'Messaggio',
    width: '17%',
    value: ({ message }) => message && <span className="one-line">{message}</span>,
  },
  { name: 'Inviato', width: '15%', value: ({ createdAt }) => <MomentOf at={createdAt} /> },
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
