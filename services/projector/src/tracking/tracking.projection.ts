import type { Projection } from '../engine/projection.ts'
import { analytics, anonymised, erased, numbered, numbers } from './analytics.ts'
import { add, came, counters, days } from './counts.ts'
import { interactions } from './interactions.ts'
import {
  analyticsTracked,
  chose,
  converted,
  expired,
  interactionTracked,
  started,
  visits,
} from './visit-rows.ts'

/** All rows of visits, in one projection: each event changes its visit's row, on which most others depend. */
export const tracking: Projection = {
  name: 'tracking',
  version: 1,
  sql: new URL('./tracking.sql', import.meta.url),
  tables: [numbers, erased, visits, interactions, analytics, counters, days],
  on: {
    VisitStarted: started,
    InteractionTracked: interactionTracked,
    AnalyticsEventTracked: analyticsTracked,
    ConsentChosen: chose,
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
  },
}
