import { romeDay } from '@tba/events/rome-day.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf } from '../engine/projection.ts'
import { add, addOn } from './counts.ts'
import { visitKey } from './keys.ts'
import { keyOfOrigin, origins } from './kinds.ts'
import { type Conversion, hasConsent, isPageView, type Tracked } from './visit-events.ts'

type VisitRow = {
  visit: string
  sessionId: string
  firstAt: string
  lastAt: string
  origin: string | null
  address: string | null
  referrer: string | null
  day: string | null
  viewed: boolean
  consent: 'all' | 'none' | null
  leadAt: string | null
  questionnaireAt: string | null
  registeredAt: string | null
}

export const visits = table<VisitRow>('tracked_visits', 'visit')

const untouched = {
  origin: null,
  address: null,
  referrer: null,
  day: null,
  viewed: false,
  consent: null,
  leadAt: null,
  questionnaireAt: null,
  registeredAt: null,
}

type More = (row: VisitRow) => Partial<VisitRow>

/** Whatever belongs to a visit prolongs it, and the first of it begins it. */
function seen(sessionId: string, recordedAt: string, more: More, others = counted): Change {
  const visit = visitKey(sessionId)
  return visits.fold(
    visit,
    row => {
      const begun = row ?? { ...untouched, visit, sessionId, firstAt: recordedAt }
      const seenNow = { ...begun, lastAt: recordedAt }
      return { ...seenNow, ...more(seenNow) }
    },
    others,
  )
}

export function tracked(event: Tracked): Change {
  return seen(idOf(event.stream), event.recordedAt, ({ consent, referrer, viewed }) => ({
    referrer: referrer ?? referrerOf(event),
    consent: hasConsent(event) ? 'all' : consent,
    viewed: viewed || isPageView(event),
  }))
}

/** A visit may begin with an event that does not know where the visitor came from. */
function referrerOf(event: Tracked): string | null {
  return (event.type === 'InteractionTracked' && event.data.referrer) || null
}

export function converted(event: Conversion, column: 'leadAt' | 'questionnaireAt' | 'registeredAt') {
  const { metadata, recordedAt } = event
  if (!metadata.visitId) return []
  return [
    seen(metadata.visitId, recordedAt, row => ({ consent: 'all', [column]: row[column] ?? recordedAt })),
  ]
}

export function started({ stream, data, recordedAt }: EventOf<'VisitStarted'>): Change {
  const origin = keyOfOrigin(data)
  return seen(
    idOf(stream),
    recordedAt,
    ({ day }) => ({ origin, address: data.address, day: day ?? romeDay(recordedAt) }),
    (before, after) => [
      ...counted(before, after),
      ...left(before),
      origins.use(origin, { userAgent: data.userAgent, referrer: data.referrer }),
    ],
  )
}

export function chose({ stream, data, recordedAt }: EventOf<'ConsentChosen'>): Change {
  return seen(idOf(stream), recordedAt, () => ({ consent: data.choice }))
}

export function expired(visit: string): Change {
  return visits.fold(
    visitKey(visit),
    () => null,
    (before, after) => [...counted(before, after), ...left(before)],
  )
}

/** A visit is counted when the last thing comes that it lacks, in whatever order they come. */
function counted(before: VisitRow | null, after: VisitRow | null): Change[] {
  const changes: Change[] = []
  const visited = difference(isVisit, before, after)
  const convertedBy = difference(isConversion, before, after)
  if (visited !== 0) changes.push(add('visits', visited))
  if (convertedBy !== 0) changes.push(add('conversions', convertedBy))
  if (before?.day && before.day !== after?.day) changes.push(addOn(before.day, 'visits', -1))
  if (after?.day && after.day !== before?.day) changes.push(addOn(after.day, 'visits'))
  return changes
}

const isVisit = (row: VisitRow) => row.viewed && row.consent === 'all'
const isConversion = (row: VisitRow) =>
  isVisit(row) && (row.leadAt ?? row.questionnaireAt ?? row.registeredAt) !== null

function difference(is: (row: VisitRow) => boolean, before: VisitRow | null, after: VisitRow | null): number {
  return Number(after !== null && is(after)) - Number(before !== null && is(before))
}

const left = (row: VisitRow | null): Change[] => (row?.origin ? [origins.leave(row.origin)] : [])
