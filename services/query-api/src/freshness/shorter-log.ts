import type { Position } from '@tba/event-store/port.ts'
import type { Checkpoints } from './checkpoints.ts'

type Noticing = {
  /** Where the log ends. */
  ask: () => Promise<Position | null>
  checkpoints: Pick<Checkpoints, 'of'>
  projections: readonly string[]
  onShorter: () => void
}

/**
 * Asks where the log ends, and tells where it is shorter than what was projected before the question: an older log was put
 * back, without a generation of its own. What is known would count as having reached whatever is written next, and
 * announcements never lower it: it has to be read again, and again until the projector has folded its tables anew.
 */
export function noticingShorter({ ask, checkpoints, projections, onShorter }: Noticing) {
  return async (): Promise<Position | null> => {
    const known = projections.map(checkpoints.of)
    const head = await ask()
    if (known.some(position => position !== undefined && position > (head ?? ''))) onShorter()
    return head
  }
}
