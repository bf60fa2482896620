import type { Dashboard } from '@tba/events/admins/views.ts'
import type { ReactNode } from 'react'
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

type Questionnaire = Dashboard['questionnaires'][number]

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

type Interaction = Dashboard['interactions'][number]

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

type AnalyticsEvent = Dashboard['analytics'][number]

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

export type List = 'questionnaires' | 'interactions' | 'analytics'

/** The lists of the dashboard. `empty`: what would stand there. */
export const lists: Record<List, { empty: string; ledger: (view: Dashboard) => ReactNode }> = {
  questionnaires: {
    empty: 'Nessun questionario, finora. Qui starà chi ne compila uno dalla pagina del questionario.',
    ledger: ({ questionnaires }) => (
      <Ledger caption="Questionari, dal più recente" columns={questionnaireColumns} rows={questionnaires} />
    ),
  },
  interactions: {
    empty: 'Nessuna interazione, finora. Qui staranno le pagine viste, i clic e lo scorrimento delle visite.',
    ledger: ({ interactions }) => (
      <Ledger caption="Interazioni, dalla più recente" columns={interactionColumns} rows={interactions} />
    ),
  },
  analytics: {
    empty: 'Nessun evento, finora. Qui staranno gli eventi di analytics che le pagine mandano.',
    ledger: ({ analytics }) => (
      <Ledger caption="Eventi di analytics, dal più recente" columns={analyticsColumns} rows={analytics} />
    ),
  },
}
