import { randomUUID } from 'node:crypto'
import type { Passwords } from '@tba/command-api/accounts/passwords.ts'
import { type Visits, visits } from '@tba/command-api/tracking/visits.ts'
import type { EventStore, NewEvent, Position, Recorded, StreamAppend } from '@tba/event-store/port.ts'
import type { Command, IdOf, KindOf } from '@tba/events/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type Context, type EventLog, eventLog } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'

/** What happens at a moment. `person`: whose first key it will need. */
export type Step = { atMs: number; act(stage: Stage): Promise<unknown>; person?: string }

/** What a step is recorded with. */
export type Stage = {
  log: EventLog
  visits: Visits
  passwords: Pick<Passwords, 'hash'>
  secrets: Pick<Secrets, 'emailHash' | 'broker'>
}

/** As a request has it: the visit is named only with consent. */
export function contextOf(visitId?: string): Context {
  const [correlationId, causationId] = [randomUUID(), randomUUID()]
  return { actor: 'demo', correlationId, causationId, ...(visitId && { visitId }) }
}

/** @throws where the story asks for what the product refuses: then the story is wrong */
export function command<const C extends Command>(
  context: Context,
  id: IdOf<KindOf<C>>,
  asked: C,
): Step['act'] {
  return async ({ log }) => {
    const outcome = await execute({ log, context }, id, asked)
    if ('refused' in outcome)
      throw new Error(`the story is wrong: ${asked.type} was refused, ${outcome.refused}`)
  }
}

/** What time it is in the story. */
export type Clock = { atMs: number }

/** A log whose events have the times of the story, and `demo` as their actor. */
export function storyLog(store: EventStore, keyring: Keyring, clock: Clock): EventLog {
  const log = eventLog(store, keyring)
  return {
    ...log,
    append(stream, events, { expected, context }) {
      const recordedAt = new Date(clock.atMs).toISOString()
      const dated = events.map(event => ({ ...event, recordedAt }))
      return log.append(stream, dated, { expected, context: { ...context, actor: 'demo' } })
    },
  }
}

type StageNeeds = Pick<Stage, 'passwords' | 'secrets'> & { keyring: Keyring; clock: Clock }

/** Commands read what they have appended from memory; the log gets the same appends later, many at once. */
export function openStage(
  { keyring, clock, ...given }: StageNeeds,
  onAppend: (append: StreamAppend) => void,
): Stage {
  return { ...given, visits: visits(), log: storyLog(memory(onAppend), keyring, clock) }
}

/** What is tracked is only ever appended to. */
const isRead = (stream: string) => !stream.startsWith('visit-')
/** The position is not known before the real append. */
const nowhere = '' as Position

function memory(onAppend: (append: StreamAppend) => void): EventStore {
  const streams = new Map<string, Recorded[]>()
  return {
    // One step follows the other, so that nothing comes between a read and its append.
    async append(stream, events, expected) {
      const known = streams.get(stream) ?? []
      if (isRead(stream)) streams.set(stream, [...known, ...recorded(stream, events, known.length)])
      onAppend({ stream, events, expected })
      return { revision: known.length + events.length - 1, position: nowhere }
    },
    async *read(stream, { from = 0 } = {}) {
      yield* (streams.get(stream) ?? []).slice(from)
    },
    readAll: notHere,
    readAt: notHere,
    follow: notHere,
    deleteStreams: notHere,
    head: async () => null,
    settled: async () => true,
    close: async () => {},
  }
}

function recorded(stream: string, events: readonly NewEvent[], length: number): Recorded[] {
  return events.map((event, at) => ({
    ...{ recordedAt: '', ...event, stream, position: nowhere },
    revision: length + at,
  }))
}

function notHere(): never {
  throw new Error('a story reads single streams only')
}
