import type { analyticsRow, interactionRow, questionnaireRow } from '@tba/events/admins/views.ts'
import type { z } from 'zod'
import { Value } from '../../components/facts.tsx'
import { type Column, Ledger } from '../parts/lists/ledger.tsx'
import { DateOf, MomentOf } from '../parts/time/times.tsx'
import {
  categoryName,
  contactMethods,
  investmentAmount,
  ownPath,
  trackedName,
  tradingExperience,
} from '../parts/words/labels.ts'

type Questionnaire = z.infer<typeof questionnaireRow>

const longestInRow = 60

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

const questionnaireColumns: Column<Questionnaire>[] = [
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

export const QuestionnairesLedger = ({ rows }: { rows: Questionnaire[] }) => (
  <Ledger caption="Questionari, dal più recente" columns={questionnaireColumns} rows={rows} />
)

type Interaction = z.infer<typeof interactionRow>

function ElementOf({ elementText, elementId }: Interaction) {
  if (elementText) return elementText
  return elementId ? <span className="mono">{elementId}</span> : <Value>{null}</Value>
}

const interactionColumns: Column<Interaction>[] = [
  { name: 'Evento', width: '18%', cell: ({ eventType }) => trackedName(eventType) },
  { name: 'Elemento', width: '32%', cell: row => <ElementOf {...row} /> },
  // Never a link: a client may have made it up.
  { name: 'Pagina', width: '34%', cell: ({ page }) => <span title={page}>{ownPath(page)}</span> },
  { name: 'Data e ora', width: '16%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

export const InteractionsLedger = ({ rows }: { rows: Interaction[] }) => (
  <Ledger caption="Interazioni, dalla più recente" columns={interactionColumns} rows={rows} />
)

type AnalyticsEvent = z.infer<typeof analyticsRow>

const analyticsColumns: Column<AnalyticsEvent>[] = [
  { name: 'Evento', width: '24%', cell: ({ eventName }) => trackedName(eventName) },
  {
    name: 'Categoria',
    width: '24%',
    cell: ({ eventCategory }) => <Value>{eventCategory && categoryName(eventCategory)}</Value>,
  },
  { name: 'Etichetta', width: '38%', cell: ({ eventLabel }) => <Value>{eventLabel}</Value> },
  { name: 'Data', width: '14%', cell: ({ createdAt }) => <DateOf at={createdAt} /> },
]

export const AnalyticsLedger = ({ rows }: { rows: AnalyticsEvent[] }) => (
  <Ledger caption="Eventi di analytics, dal più recente" columns={analyticsColumns} rows={rows} />
)
