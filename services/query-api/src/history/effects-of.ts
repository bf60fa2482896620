import type { HistoryDetail, HistoryEvent } from '@tba/events/history/views.ts'

type Effect = HistoryDetail['effects'][number]

/**
 * The tree of what followed an event: under each event those that name it as their cause. What its request recorded beside
 * it, later, stands at the top, as what came of the same press.
 * @param later the events of the same request and of the jobs after it that stand behind it in the log, in that order
 */
export function effectsOf({ id }: Pick<HistoryEvent, 'id'>, later: readonly HistoryEvent[]): Effect[] {
  const known = new Set(later.map(event => event.id))
  const byCause = Map.groupBy(later, ({ causationId }) => (known.has(causationId) ? causationId : id))
  // What precedes its cause in the log, which only damage does, would make a ring of the tree.
  const placed = new Set<string>()
  const under = (cause: string): Effect[] =>
    (byCause.get(cause) ?? []).flatMap(event => {
      if (placed.has(event.id)) return []
      placed.add(event.id)
      return [{ event, effects: under(event.id) }]
    })
  return under(id)
}
