import type { LineForm, Recorded } from '@tba/event-store/port.ts'
import { historyLines } from '@tba/runtime/log/history-lines.ts'
import type { ExpiredVisits } from './expired-visits.ts'
import { type Bounds, matching } from './matching.ts'

/** Whether an event is played: it was chosen, and has not expired. */
export function playedOf(bounds: Bounds, gone: ExpiredVisits): (event: Recorded) => boolean {
  const isChosen = matching(bounds)
  return event => isChosen(event) && !gone.holds(event)
}

/** How a period of the log becomes lines. Null where types or visits were chosen: whose an event is, it tells itself. */
export function playedLines(bounds: Bounds, gone: ExpiredVisits): LineForm | null {
  const { from = null, to = null, types, visits } = bounds
  if (types.length > 0 || visits.length > 0) return null
  return historyLines({ from, to, isPlayed: playedOf(bounds, gone), gone })
}
