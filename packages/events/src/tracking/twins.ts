import { type Attributes, text } from '../attributes.ts'
import { present } from '../present.ts'

export type Twin = { key: string; isAnalyticsEvent: boolean }

/**
 * A page records a view or a click twice: as an interaction, and as an analytics event. Both have the same `key`.
 * Null: an event that is recorded once.
 */
export function twinOf(type: string, attributes: Attributes): Twin | null {
  const isAnalyticsEvent = type === 'AnalyticsEventTracked'
  if (!isAnalyticsEvent && type !== 'InteractionTracked') return null
  const name = isAnalyticsEvent ? attributes.eventName : attributes.eventType
  if (name !== 'page_view' && name !== 'button_click') return null
  const label = isAnalyticsEvent
    ? attributes.eventLabel
    : (text(attributes.elementText) ?? attributes.elementId)
  const clicked = name === 'button_click' ? (text(label) ?? null) : null
  return { key: JSON.stringify([name, text(attributes.page), clicked]), isAnalyticsEvent: isAnalyticsEvent }
}

/** The page sends both events at once. The analytics event may come this much earlier. */
export const maxSkewMs = 5_000

/**
 * Pairs neighbouring events that record the same view or click. An event has one twin at most.
 * @param end of the events that are looked at
 * @returns for each event of a visit the index of its twin
 */
export function findTwins(
  events: readonly { twin: Twin | null }[],
  at: readonly number[],
  end = events.length,
): readonly (number | undefined)[] {
  const twins = new Array<number | undefined>(end)
  let before = -1
  for (let event = 0; event < end; event++) {
    const twin = events[event]?.twin ?? null
    if (twin === null) continue
    const open = events[before]?.twin
    const isPair =
      open?.key === twin.key &&
      open.isAnalyticsEvent !== twin.isAnalyticsEvent &&
      (twin.isAnalyticsEvent || Math.abs(present(at[event]) - present(at[before])) <= maxSkewMs)
    if (isPair) {
      twins[event] = before
      twins[before] = event
    }
    before = isPair ? -1 : event
  }
  return twins
}

type TrackedEvent = { id: string; visitId: string | null; recordedAt: string; twin: Twin | null }

/** The analytics event of the same act, by the id of the interaction. Events of several visits are in log order. */
export function twinsById<Event extends TrackedEvent>(events: readonly Event[]): ReadonlyMap<string, Event> {
  const twins = new Map<string, Event>()
  for (const ofVisit of Map.groupBy(events, ({ visitId }) => visitId).values()) {
    const times = ofVisit.map(({ recordedAt }) => Date.parse(recordedAt))
    for (const [at, twin] of findTwins(ofVisit, times).entries()) {
      const [event, analyticsTwin] = [ofVisit[at], ofVisit[twin ?? -1]]
      if (event && analyticsTwin?.twin?.isAnalyticsEvent) twins.set(event.id, analyticsTwin)
    }
  }
  return twins
}
