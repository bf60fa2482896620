import { idOf } from '@tba/events/streams.ts'
import type { EventOf } from '../engine/projection.ts'

export type Tracked = EventOf<'InteractionTracked'> | EventOf<'AnalyticsEventTracked'>

/** What a visit can come to. */
export type Conversion =
  | EventOf<'LeadSubmitted'>
  | EventOf<'QuestionnaireSubmitted'>
  | EventOf<'AccountRegistered'>

/** The client tells of a page view twice, once in each kind of event. */
export function isPageView(event: Tracked): boolean {
  return (event.type === 'InteractionTracked' ? event.data.eventType : event.data.eventName) === 'page_view'
}

/** Only with consent does an event name the visit that it belongs to. */
export function hasConsent({ stream, metadata }: Tracked): boolean {
  return metadata.visitId === idOf(stream)
}
