import type { Position } from '@tba/event-store/port.ts'
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
  checkpoints: Pick<Checkpoints, 'of'>
  projections: readonly string[]
  onRestore: () => void
}

/**
 * Reads the end of the log, and calls `onRestore` if a projection was already beyond it: an older log was restored. The
 * known positions are then too high for new writes, and announcements never lower them. So they must be read again,
 * until the projector has rebuilt its tables.
 */
export function withRestoreDetection({ ask, checkpoints, projections, onRestore }: Options) {
  return async (): Promise<Position | null> => {
    const known = projections.map(checkpoints.of)
    const head = await ask()
    if (known.some(position => position !== undefined && position > (head ?? ''))) onRestore()
    return head
  }
}
