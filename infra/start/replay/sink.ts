import type { Recorded } from '@tba/event-store/port.ts'
import { eventFiles } from '@tba/query-api/history/export-lines.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import type { Output } from './output.ts'

/** Writes the events of a replay in a format. */
export type Sink = AsyncDisposable & {
  /** @returns what to wait for before the next event; null: nothing */
  add(event: Recorded): Promise<void> | null
  /** After the last event. */
  end(): Promise<void>
}

type Lines = {
  output: Output
  /** Called with the number of events just written. */
  written: (count: number) => void
  /** Characters per write. */
  pieceChars: number
}

export function lineSink(format: keyof typeof eventFiles, { output, written, pieceChars }: Lines): Sink {
  const { head, linesOf } = eventFiles[format]
  let piece = head
  let count = 0
  const flush = async () => {
    const full = { piece, count }
    piece = ''
    count = 0
    await output.write(full.piece)
    written(full.count)
  }
  return {
    add(event) {
      piece += linesOf([historyEventOf(maskEvent(event))])
      count += 1
      return piece.length < pieceChars ? null : flush()
    },
    end: flush,
    [Symbol.asyncDispose]: async () => {},
  }
}
