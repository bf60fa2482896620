import { type EventType, registry } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Change } from '../engine/change.ts'
import type { Handlers, Projection } from '../engine/projection.ts'
import { analytics, anonymised, erased, numbered, numbers } from './analytics.ts'
import { add, came, counters, days } from './counts.ts'
import { interactions } from './interactions.ts'
import {
  analyticsTracked,
  carried,
  chose,
  converted,
  expired,
  interactionTracked,
  refused,
  started,
  visits,
} from './visit-rows.ts'

/** All rows of visits, in one projection: each event changes its visit's row, on which most others depend. */
export const tracking: Projection = {
  name: 'tracking',
  version: 2,
  sql: new URL('./tracking.sql', import.meta.url),
  tables: [numbers, erased, visits, interactions, analytics, counters, days],
  on: withVisits({
    VisitStarted: started,
    InteractionTracked: interactionTracked,
    AnalyticsEventTracked: analyticsTracked,
    ConsentChosen: chose,
    ActionRefused: refused,
    VisitsExpired: ({ data }) =>
      data.visits.flatMap(visit => [
        expired(visit),
        interactions.erase('sessionId', visit),
        analytics.erase('sessionId', visit),
      ]),
    LeadSubmitted: event => [...came('leads', event), ...converted(event, 'leadAt')],
    LeadErased: () => add('leads', -1),
    QuestionnaireSubmitted: event => [
      ...came('questionnaires', event),
      ...converted(event, 'questionnaireAt'),
    ],
    QuestionnaireErased: () => add('questionnaires', -1),
    AccountRegistered: event => [numbered(event), ...converted(event, 'registeredAt')],
    AccountErased: anonymised,
  }),
}

type Handle = (event: RecordedEvent) => Change | readonly Change[]

/** Every type of event can name a visit, and is then one of its events. An event in the visit's own stream names it too. */
function withVisits(on: Handlers): Handlers {
  const handle = (type: EventType): Handle => {
    const own = on[type] as Handle | undefined
    return event => {
      const { visitId } = event.metadata
      const named = visitId && event.stream !== streams.visit(visitId) ? [carried(visitId, event)] : []
      return own ? [...named, ...[own(event)].flat()] : named
    }
  }
  return Object.fromEntries(Object.keys(registry).map(type => [type, handle(type as EventType)]))
}
