import { findTwins, type Twin } from '@tba/events/paths/twins.ts'

type Told = { id: string; recordedAt: string; twin: Twin | null }

/** The analytics event of the same act, by the id of the interaction. Events are in log order. */
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
