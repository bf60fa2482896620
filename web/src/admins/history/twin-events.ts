import { findTwins, type Twin } from '@tba/events/paths/twins.ts'

type Told = { id: string; recordedAt: string; twin: Twin | null }

/**
 * Of the events of visits, in the order of the log: which analytics event tells of the same act as an interaction, by the
 * interaction's id. Both are one line.
 * @param visitOf by what the events of one visit are alike
 */
export function echoesOf<Event extends Told>(
  events: readonly Event[],
  visitOf: (event: Event) => string | null,
): ReadonlyMap<string, Event> {
  const echoes = new Map<string, Event>()
  for (const told of Map.groupBy(
    events.filter(({ twin }) => twin),
    visitOf,
  ).values()) {
    const others = findTwins(
      told,
      told.map(({ recordedAt }) => Date.parse(recordedAt)),
    )
    for (const [at, event] of told.entries()) {
      const echo = told[others[at] ?? -1]
      if (echo?.twin?.isAnalyticsEvent) echoes.set(event.id, echo)
    }
  }
  return echoes
}
