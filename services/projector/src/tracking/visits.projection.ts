import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'
import { type Conversion, hasConsent, isPageView, type Tracked } from './visit-events.ts'

type VisitRow = {
  sessionId: string
  firstAt: string
  firstPosition: string
  lastAt: string
  lastPosition: string
  pageViews: number
  pages: string[]
  device: string | null
  referrer: string | null
  address: string | null
  consent: 'all' | 'none' | null
  leadAt: string | null
  questionnaireAt: string | null
  registeredAt: string | null
}

const rows = table<VisitRow>('visits', 'sessionId')

/** A visitor may make up addresses without end; the row stays small. */
const pagesAtMost = 20

const untouched = {
  pageViews: 0,
  pages: [],
  device: null,
  referrer: null,
  address: null,
  consent: null,
  leadAt: null,
  questionnaireAt: null,
  registeredAt: null,
}

type Seen = Pick<Tracked, 'recordedAt' | 'position'>

/** Whatever belongs to a visit prolongs it, and the first of it begins it. */
function seen(sessionId: string, { recordedAt, position }: Seen, more: (row: VisitRow) => Partial<VisitRow>) {
  return rows.fold(sessionId, row => {
    const begun = row ?? { ...untouched, sessionId, firstAt: recordedAt, firstPosition: position }
    const visit = { ...begun, lastAt: recordedAt, lastPosition: position }
    return { ...visit, ...more(visit) }
  })
}

function tracked(event: Tracked): Change {
  return seen(idOf(event.stream), event, ({ consent, pageViews, pages, referrer }) => ({
    referrer: referrer ?? referrerOf(event),
    consent: hasConsent(event) ? 'all' : consent,
    ...(isPageView(event) && {
      pageViews: pageViews + (event.type === 'InteractionTracked' ? 1 : 0),
      pages: including(pages, event.data.page),
    }),
  }))
}

/** A visit may begin with an event that does not know where the visitor came from. */
function referrerOf(event: Tracked): string | null {
  return (event.type === 'InteractionTracked' && event.data.referrer) || null
}

function including(pages: string[], page: string): string[] {
  return pages.length === pagesAtMost || pages.includes(page) ? pages : [...pages, page]
}

function converted(event: Conversion, column: 'leadAt' | 'questionnaireAt' | 'registeredAt') {
  const { metadata, recordedAt } = event
  if (!metadata.visitId) return []
  return seen(metadata.visitId, event, row => ({ consent: 'all', [column]: row[column] ?? recordedAt }))
}

function started(event: EventOf<'VisitStarted'>): Change {
  const { userAgent, referrer, address } = event.data
  return seen(idOf(event.stream), event, () => ({ device: userAgent, referrer, address }))
}

export const visits: Projection = {
  name: 'visits',
  version: 2,
  sql: new URL('./visits.sql', import.meta.url),
  tables: [rows],
  on: {
    VisitStarted: started,
    InteractionTracked: tracked,
    AnalyticsEventTracked: tracked,
    ConsentChosen: event => seen(idOf(event.stream), event, () => ({ consent: event.data.choice })),
    VisitsExpired: ({ data }) => data.visits.map(visit => rows.remove(visit)),
    LeadSubmitted: event => converted(event, 'leadAt'),
    QuestionnaireSubmitted: event => converted(event, 'questionnaireAt'),
    AccountRegistered: event => converted(event, 'registeredAt'),
  },
}
