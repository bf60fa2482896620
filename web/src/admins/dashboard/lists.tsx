import type { Dashboard } from '@tba/events/admins/views.ts'
import { withDialCode } from '@tba/events/people/phone.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { shownEmail } from '../../components/email.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { DateOf, MomentOf } from '../parts/time/times.tsx'
import { answerLabel, categoryName, contactWord, trackedName, withoutOrigin } from '../parts/words/labels.ts'
import { eventAddress, requestAddress } from '../parts/words/links.tsx'

type Questionnaire = Dashboard['questionnaires'][number]

const maxInRow = 60

function noteOf({ additionalInfo: text }: Questionnaire) {
  if (!text || text.length <= maxInRow) return text
  return (
    <details className="note">
      <summary>{`${text.slice(0, maxInRow - 10).trimEnd()}…`}</summary>
      <p>{text}</p>
    </details>
  )
}

const answerColumns: Column<Questionnaire>[] = [
  {
    name: 'Nome',
    width: '13%',
    cell: ({ id, name }) =>
      name === null ? <span className="quiet">cancellato</span> : <Link to={requestAddress(id)}>{name}</Link>,
  },
  {
    name: 'Contatto',
    width: '8%',
    cell: ({ contactMethod }) => <span className="badge">{contactWord(contactMethod)}</span>,
  },
  { name: 'Data', width: '8%', cell: ({ createdAt }) => <DateOf at={createdAt} /> },
  { name: 'Email', width: '21%', cell: ({ email }) => shownEmail(email) },
  { name: 'Telefono', width: '12%', cell: row => withDialCode(row) },
  { name: 'Importo', width: '10%', cell: row => answerLabel('investmentAmount', row.investmentAmount) },
  { name: 'Esperienza', width: '12%', cell: row => answerLabel('tradingExperience', row.tradingExperience) },
  { name: 'Note', width: '16%', cell: noteOf },
]

type Interaction = Dashboard['interactions'][number]

/** What was tracked is an event of the log. */
const eventLink = (id: string, tracked: string) => <Link to={eventAddress(id)}>{trackedName(tracked)}</Link>

const elementOf = ({ elementText, elementId }: Interaction) =>
  elementText || (elementId && <span className="mono">{elementId}</span>)

const interactionColumns: Column<Interaction>[] = [
  { name: 'Evento', width: '18%', cell: ({ id, eventType }) => eventLink(id, eventType) },
  { name: 'Elemento', width: '32%', cell: elementOf },
  // Never a link: a client may have made it up.
  { name: 'Pagina', width: '34%', cell: ({ page }) => <span title={page}>{withoutOrigin(page)}</span> },
  { name: 'Data e ora', width: '16%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

type AnalyticsEvent = Dashboard['analytics'][number]

const analyticsColumns: Column<AnalyticsEvent>[] = [
  { name: 'Evento', width: '24%', cell: ({ id, eventName }) => eventLink(id, eventName) },
  {
    name: 'Categoria',
    width: '24%',
    cell: ({ eventCategory }) => eventCategory && categoryName(eventCategory),
  },
  { name: 'Etichetta', width: '38%', cell: ({ eventLabel }) => eventLabel },
  { name: 'Data', width: '14%', cell: ({ createdAt }) => <DateOf at={createdAt} /> },
]

export type List = 'questionnaires' | 'interactions' | 'analytics'

/** The lists of the dashboard. `empty`: what would stand there. */
export const lists: Record<List, { empty: string; table: (view: Dashboard) => ReactNode }> = {
  questionnaires: {
    empty: 'Nessun questionario, finora. Qui starà chi ne compila uno dalla pagina del questionario.',
    table: ({ questionnaires }) => (
      <DataTable caption="Questionari, dal più recente" columns={answerColumns} rows={questionnaires} />
    ),
  },
  interactions: {
    empty: 'Nessuna interazione, finora. Qui staranno le pagine viste, i clic e lo scorrimento delle visite.',
    table: ({ interactions }) => (
      <DataTable caption="Interazioni, dalla più recente" columns={interactionColumns} rows={interactions} />
    ),
  },
  analytics: {
    empty: 'Nessun evento analytics, finora. Qui staranno quelli che le pagine mandano.',
    table: ({ analytics }) => (
      <DataTable caption="Eventi analytics, dal più recente" columns={analyticsColumns} rows={analytics} />
    ),
  },
}
