import type { Position } from '@tba/event-store/port.ts'
import { isBeginning } from '@tba/event-store/position.ts'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import type { Checkpoints } from './checkpoints.ts'

export type LogHead = ReturnType<typeof logHead>

const waitAtMostMs = 2_000

/** The end of the log. Callers at the same time share one request, because each is a network round trip. */
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

  /** Starts after the call. Callers that wait meanwhile share it. */
  function read(): Promise<Position | null> {
    next ??= readAfter(underWay)
    return next
  }

  return {
    read,
    /** Whether the log has reached this position. Asks the log only if the last known end is before it. */
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
  checkpoints: Pick<Checkpoints, 'all' | 'disregard'>
  onRestore: () => void
}

/**
 * Reads the end of the log, and calls `onRestore` if a projection was already beyond it: an older log was restored. Its
 * position then counts as nothing, and the positions must be read again, until the projector has rebuilt its tables.
 */
export function withRestoreDetection({ ask, checkpoints, onRestore }: Options) {
  return async (): Promise<Position | null> => {
    const known = checkpoints.all()
    const head = await ask()
    const beyond = known.filter(position => position > (head ?? '') && !isBeginning(position))
    checkpoints.disregard(beyond)
    if (beyond.length > 0) onRestore()
    return head
  }
}
