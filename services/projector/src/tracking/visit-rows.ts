import { romeDay } from '@tba/events/rome-day.ts'
import { idOf } from '@tba/events/streams.ts'
import { parseUserAgent } from '@tba/runtime/visits/user-agent.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf } from '../engine/projection.ts'
import { measured } from './analytics.ts'
import { add, addOn } from './counts.ts'
import { interacted } from './interactions.ts'

type Tracked = EventOf<'InteractionTracked' | 'AnalyticsEventTracked'>

/** The client records a page view twice, in two types of events. */
function isPageView(event: Tracked): boolean {
  return (event.type === 'InteractionTracked' ? event.data.eventType : event.data.eventName) === 'page_view'
}

/** An event names its visit only with consent. */
const hasConsent = ({ stream, metadata }: Tracked) => metadata.visitId === idOf(stream)

type VisitRow = {
  sessionId: string
  firstAt: string
  lastAt: string
  userAgent: string | null
  isRobot: boolean
  ipAddress: string | null
  referrer: string | null
  laterReferrer: string | null
  consent: 'all' | 'none' | null
  leadAt: string | null
  questionnaireAt: string | null
  registeredAt: string | null
  day: string
  viewed: boolean
  pageViews: number
  interactions: number
  analytics: number
}

export const visits = table<VisitRow>('visits', 'sessionId')

const untouched = {
  userAgent: null,
  isRobot: false,
  ipAddress: null,
  referrer: null,
  laterReferrer: null,
  consent: null,
  leadAt: null,
  questionnaireAt: null,
  registeredAt: null,
  viewed: false,
  pageViews: 0,
  interactions: 0,
  analytics: 0,
}

type More = (row: VisitRow) => Partial<VisitRow>

/** Every event of a visit extends it. The first one starts it. */
function seen(sessionId: string, at: string, more: More, follows?: (visit: VisitRow) => Change[]): Change {
  return visits.fold(
    sessionId,
    row => {
      const begun = row ?? { ...untouched, sessionId, firstAt: at, lastAt: at, day: romeDay(at) }
      return { ...begun, lastAt: at, ...more(begun) }
    },
    (before, after) => [...(after && follows ? follows(after) : []), ...counted(before, after)],
  )
}

export function interactionTracked(event: EventOf<'InteractionTracked'>): Change {
  const isView = isPageView(event)
  return seen(
    idOf(event.stream),
    event.recordedAt,
    ({ consent, laterReferrer, viewed, pageViews, interactions }) => ({
      // A visit can start with an event without a referrer.
      laterReferrer: laterReferrer ?? (event.data.referrer || null),
      consent: hasConsent(event) ? 'all' : consent,
      viewed: viewed || isView,
      pageViews: pageViews + Number(isView),
      interactions: interactions + 1,
    }),
    visit => [interacted(event, visit)],
  )
}

export function analyticsTracked(event: EventOf<'AnalyticsEventTracked'>): Change[] {
  const prolonged = seen(idOf(event.stream), event.recordedAt, ({ consent, viewed, analytics }) => ({
    consent: hasConsent(event) ? 'all' : consent,
    viewed: viewed || isPageView(event),
    analytics: analytics + 1,
  }))
  return [prolonged, ...measured(event)]
}

type Conversion = EventOf<'LeadSubmitted' | 'QuestionnaireSubmitted' | 'AccountRegistered'>

/** A fact that names a visit, with consent. */
export const carried = (visit: string, { recordedAt }: { recordedAt: string }): Change =>
  seen(visit, recordedAt, () => ({ consent: 'all' }))

/** An outcome of a visit. */
export function converted(
  { metadata, recordedAt }: Conversion,
  column: 'leadAt' | 'questionnaireAt' | 'registeredAt',
) {
  if (!metadata.visitId) return []
  return [seen(metadata.visitId, recordedAt, row => ({ [column]: row[column] ?? recordedAt }))]
}

export function started({ stream, data, recordedAt }: EventOf<'VisitStarted'>): Change {
  const { userAgent, referrer, address } = data
  return seen(idOf(stream), recordedAt, () => ({
    ...{ userAgent, referrer, ipAddress: address },
    isRobot: parseUserAgent(userAgent).robot !== null,
  }))
}

export function chose({ stream, data, recordedAt }: EventOf<'ConsentChosen'>): Change {
  return seen(idOf(stream), recordedAt, () => ({ consent: data.choice }))
}

/** Only the analytics copy shows it. */
export const refused = ({ stream, recordedAt }: EventOf<'ActionRefused'>): Change =>
  seen(idOf(stream), recordedAt, () => ({}))

export function expired(visit: string): Change {
  return visits.fold(visit, () => null, counted)
}

/** Counts a visit when it has everything that it needs, in any order. */
function counted(before: VisitRow | null, after: VisitRow | null): Change[] {
  const more = (name: 'interactions' | 'analytics') => (after?.[name] ?? 0) - (before?.[name] ?? 0)
  const by = {
    interactions: more('interactions'),
    analytics: more('analytics'),
    visits: Number(isVisit(after)) - Number(isVisit(before)),
    conversions: Number(isConversion(after)) - Number(isConversion(before)),
  }
  const changes = (Object.keys(by) as (keyof typeof by)[])
    .filter(name => by[name] !== 0)
    .map(name => add(name, by[name]))
  const [dayBefore, dayAfter] = [countedDay(before), countedDay(after)]
  if (dayBefore && dayBefore !== dayAfter) changes.push(addOn(dayBefore, 'visits', -1))
  if (dayAfter && dayAfter !== dayBefore) changes.push(addOn(dayAfter, 'visits'))
  return changes
}

/** Robots count for no day. */
const countedDay = (row: VisitRow | null) => (row?.isRobot === false ? row.day : null)

const isVisit = (row: VisitRow | null) => row?.viewed === true && row.consent === 'all'
const isConversion = (row: VisitRow | null) =>
  row !== null && isVisit(row) && (row.leadAt ?? row.questionnaireAt ?? row.registeredAt) !== null
