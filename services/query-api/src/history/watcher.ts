import type { Position } from '@tba/event-store/port.ts'
import type { EventFilter } from '@tba/events/history/filter.ts'
import { matches } from '@tba/events/history/filter.ts'
import type { AdminClaims } from '@tba/runtime/http/admin-session.ts'
import type { MaskedEvent } from '@tba/runtime/log/mask-event.ts'

/** An event of the log, with the message that all watchers are sent of it, made once. */
export type Told = { event: MaskedEvent; message(): string }

/** Somebody who watches the log as it grows. */
export type Watcher = {
  readonly admin: AdminClaims
  /** Of the log up to a position, each event once: what it was told before, or does not ask for, is left out. */
  tell(told: readonly Told[], upTo: Position): void
  /** Everything up to here that it asks for is among the messages by now. */
  reached(): Position
  say(message: string): void
  /** The messages end with what was told. */
  end(): void
  messages(): AsyncGenerator<string>
}

/** A reader who is so far behind is cut off, and goes on from the last event that arrived. */
export const mostWaiting = 4_000

/** @param onCut called where its reader does not keep up */
export function watcher(
  admin: AdminClaims,
  { filter, after, onCut }: { filter: EventFilter; after: Position; onCut: () => void },
): Watcher {
  let reached = after
  let waiting: string[] = []
  let isOver = false
  let wake = () => {}

  function add(messages: readonly string[]): void {
    if (isOver) return
    if (waiting.length + messages.length > mostWaiting) {
      waiting = []
      isOver = true
      onCut()
    } else waiting.push(...messages)
    wake()
  }

  return {
    admin,
    tell(told, upTo) {
      const news = told.filter(({ event }) => event.position > reached && matches(event, filter))
      if (upTo > reached) reached = upTo
      if (news.length > 0) add(news.map(({ message }) => message()))
    },
    reached: () => reached,
    say: message => add([message]),
    end() {
      isOver = true
      wake()
    },
    async *messages() {
      for (;;) {
        const together = waiting.join('')
        waiting = []
        if (together !== '') yield together
        else if (isOver) return
        else
          await new Promise<void>(resolve => {
            wake = resolve
          })
      }
    },
  }
}
