import type { questionnaireRow } from '@tba/events/admins/views.ts'
import type { z } from 'zod'
import { contactMethods, investmentAmount, tradingExperience } from '../parts/labels.ts'
import { type Column, Ledger, Value } from '../parts/ledger.tsx'
import { DateOf } from '../parts/times.tsx'

type Row = z.infer<typeof questionnaireRow>

const longestInRow = 60

/** A long text, folded until it is opened. */
function Note({ text }: { text: string | null }) {
  if (!text || text.length <= longestInRow) return <Value>{text}</Value>
  return (
    <details className="note">
      <summary>{text.slice(0, longestInRow - 10).trimEnd()}…</summary>
      <p>{text}</p>
    </details>
  )
}

const inWords = (value: string | null, words: (value: string) => string) => value && words(value)

const columns: Column<Row>[] = [
  { name: 'Nome', width: '13%', cell: ({ name }) => name ?? <span className="quiet">cancellato</span> },
  {
    name: 'Contatto',
    width: '8%',
    cell: ({ contactMethod }) => <span className="badge">{contactMethods[contactMethod]}</span>,
  },
  { name: 'Data', width: '8%', cell: ({ createdAt }) => <DateOf at={createdAt} /> },
  { name: 'Email', width: '21%', cell: ({ email }) => <Value>{email}</Value> },
  {
    name: 'Telefono',
    width: '12%',
    cell: ({ phone, countryCode }) => (
      <Value>{phone && [countryCode, phone].filter(Boolean).join(' ')}</Value>
    ),
  },
  {
    name: 'Importo',
    width: '10%',
    cell: row => <Value>{inWords(row.investmentAmount, investmentAmount)}</Value>,
  },
  {
    name: 'Esperienza',
    width: '12%',
    cell: row => <Value>{inWords(row.tradingExperience, tradingExperience)}</Value>,
  },
  { name: 'Note', width: '16%', cell: ({ additionalInfo }) => <Note text={additionalInfo} /> },
]

export const QuestionnairesLedger = ({ rows }: { rows: Row[] }) => (
  <Ledger caption="Questionari, dal più recente" columns={columns} rows={rows} />
)
