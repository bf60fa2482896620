import { findTwins, type Twin } from '@tba/events/paths/twins.ts'

type TrackedEvent = { id: string; recordedAt: string; twin: Twin | null }

/** The analytics event of the same act, by the id of the interaction. Events are in log order. */
export function echoesOf<Event extends TrackedEvent>(
  events: readonly Event[],
  visitOf: (event: Event) => string | null,
): ReadonlyMap<string, Event> {
  const echoes = new Map<string, Event>()
  for (const tracked of Map.groupBy(
    events.filter(({ twin }) => twin),
    visitOf,
  ).values()) {
    const others = findTwins(
      tracked,
      tracked.map(({ recordedAt }) => Date.parse(recordedAt)),
    )
    for (const [at, event] of tracked.entries()) {
      const echo = tracked[others[at] ?? -1]
      if (echo?.twin?.isAnalyticsEvent) echoes.set(event.id, echo)
    }
  }
  return echoes
}
