import { findTwins } from '@tba/events/paths/twins.ts'
import type { EventRow } from './history-data.ts'

type TrackedEvent = Pick<EventRow, 'id' | 'visitId' | 'recordedAt' | 'twin'>

/** The analytics event of the same act, by the id of the interaction. Events are in log order. */
export function echoesOf<Event extends TrackedEvent>(events: readonly Event[]): ReadonlyMap<string, Event> {
  const echoes = new Map<string, Event>()
  for (const ofVisit of Map.groupBy(events, ({ visitId }) => visitId).values()) {
    const times = ofVisit.map(({ recordedAt }) => Date.parse(recordedAt))
    for (const [at, twin] of findTwins(ofVisit, times).entries()) {
      const [event, echo] = [ofVisit[at], ofVisit[twin ?? -1]]
      if (event && echo?.twin?.isAnalyticsEvent) echoes.set(event.id, echo)
    }
  }
  return echoes
}
