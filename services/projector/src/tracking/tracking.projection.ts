import type { Projection } from '../engine/projection.ts'
import { analytics, analyticsExpired, anonymised, erased, measured, numbered, numbers } from './analytics.ts'
import { add, came, counters, days } from './counts.ts'
import { interacted, interactions, interactionsExpired } from './interactions.ts'
import { analyticsKinds, interactionKinds, origins } from './kinds.ts'
import { chose, converted, expired, started, tracked, visits } from './visit-rows.ts'

/**
 * Everything that visits leave, in one projection: what their events have in common is kept once for all of them, and the
 * views of readers put it together again.
 */
export const tracking: Projection = {
  name: 'tracking',
  version: 2,
  formerly: ['visits', 'interactions', 'analytics', 'counters', 'daily'],
  sql: new URL('./tracking.sql', import.meta.url),
  tables: [
    numbers,
    erased,
    visits,
    interactions,
    analytics,
    ...[interactionKinds, analyticsKinds, origins].map(({ table }) => table),
    counters,
    days,
  ],
  views: ['site_interactions', 'analytics_events', 'visits'],
  on: {
    VisitStarted: started,
    InteractionTracked: event => [tracked(event), ...interacted(event)],
    AnalyticsEventTracked: event => [tracked(event), ...measured(event)],
    ConsentChosen: chose,
    VisitsExpired: ({ data }) =>
      data.visits.flatMap(visit => [expired(visit), interactionsExpired(visit), analyticsExpired(visit)]),
    LeadSubmitted: event => [...came('leads', event), ...converted(event, 'leadAt')],
    LeadErased: () => add('leads', -1),
    QuestionnaireSubmitted: event => [
      ...came('questionnaires', event),
      ...converted(event, 'questionnaireAt'),
    ],
    QuestionnaireErased: () => add('questionnaires', -1),
    AccountRegistered: event => [numbered(event), ...converted(event, 'registeredAt')],
    AccountErased: anonymised,
  },
}
