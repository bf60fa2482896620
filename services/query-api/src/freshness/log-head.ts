import type { Position } from '@tba/event-store/port.ts'
import { within } from '@tba/runtime/within.ts'

/** Where the log ends, for many who ask at once: of a log on a server, each question is a trip over the network. */
export type LogHead = {
  /** Read after the call, once for all who ask before that. */
  read(): Promise<Position | null>
  /** Whether the log goes as far as this; it is asked only where it did not when it was last read. */
  reaches(position: Position): Promise<boolean>
}

const waitAtMostMs = 2_000

export function logHead(ask: () => Promise<Position | null>): LogHead {
  let known: Position | null = null
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<Position | null> | null = null

  async function readAfter(before: Promise<unknown>): Promise<Position | null> {
    await before
    next = null
    const answer = within(waitAtMostMs, ask(), noAnswer)
    underWay = answer.catch(() => {})
    known = await answer
    return known
  }

  function read(): Promise<Position | null> {
    next ??= readAfter(underWay)
    return next
  }

  return {
    read,
    async reaches(position) {
      if (known !== null && position <= known) return true
      const head = await read()
      return head !== null && position <= head
    },
  }
}

function noAnswer(): never {
  throw new Error(`the log did not answer within ${waitAtMostMs} ms`)
}
