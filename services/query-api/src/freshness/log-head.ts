import type { Position } from '@tba/event-store/port.ts'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import type { Checkpoints } from './checkpoints.ts'

export type LogHead = ReturnType<typeof logHead>

const waitAtMostMs = 2_000

/** Where the log ends, for many who ask at once: of a log on a server, each question is a trip over the network. */
export function logHead(ask: () => Promise<Position | null>) {
  let known: Position | null = null
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<Position | null> | null = null

  async function readAfter(before: Promise<unknown>): Promise<Position | null> {
    await before
    next = null
    const answer = withTimeout(waitAtMostMs, ask(), noAnswer)
    underWay = answer.catch(() => {})
    known = await answer
    return known
  }

  /** Read after the call, once for all who ask before that. */
  function read(): Promise<Position | null> {
    next ??= readAfter(underWay)
    return next
  }

  return {
    read,
    /** Whether the log goes as far as this; it is asked only where it did not when it was last read. */
    async reaches(position: Position): Promise<boolean> {
      if (known !== null && position <= known) return true
      const head = await read()
      return head !== null && position <= head
    },
  }
}

function noAnswer(): never {
  throw new Error(`the log did not answer within ${waitAtMostMs} ms`)
}

type Options = {
  /** Where the log ends. */
  ask: () => Promise<Position | null>
  checkpoints: Pick<Checkpoints, 'of'>
  projections: readonly string[]
  onRestore: () => void
}

/**
 * Asks where the log ends, and tells where it is shorter than what was projected before the question: an older log was put
 * back, without a generation of its own. What is known would count as having reached whatever is written next, and
 * announcements never lower it: it has to be read again, and again until the projector has folded its tables anew.
 */
export function withRestoreDetection({ ask, checkpoints, projections, onRestore }: Options) {
  return async (): Promise<Position | null> => {
    const known = projections.map(checkpoints.of)
    const head = await ask()
    if (known.some(position => position !== undefined && position > (head ?? ''))) onRestore()
    return head
  }
}
