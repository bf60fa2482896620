import { setTimeout } from 'node:timers/promises'
import { type Position, RevisionConflict } from '@tba/event-store/port.ts'
import { type Decider, isRefusal, type Refusal } from '@tba/events/decider.ts'
import type { DomainEvent } from '@tba/events/registry.ts'
import { HttpFailure } from '../http/failure.ts'
import type { Context, EventLog, RecordedEvent } from '../log/event-log.ts'
import { type OneAtATime, oneAtATime } from './one-at-a-time.ts'

export type Handling<S, C, E extends DomainEvent, R extends string> = {
  log: EventLog
  decider: Decider<S, C, E, R>
  stream: string
  context: Context
}

/** What came of a command: the state after it, and what it recorded (nothing, where nothing changed). */
export type Handled<S, E extends DomainEvent> = {
  state: S
  recorded: readonly RecordedEvent<E>[]
  /** Where the stream stands now; -1: there is none. */
  revision: number
  position: Position | null
}

/** A decider that refuses nothing leaves no refusal to deal with. */
export type Outcome<S, E extends DomainEvent, R extends string> = [R] extends [never]
  ? Handled<S, E>
  : Handled<S, E> | (Refusal<R> & { state: S })

/** Commands on one stream wait for each other in this process: only another process can win a race against them. */
const streams = new WeakMap<EventLog, OneAtATime>()
const maxAttempts = 12
const longestPauseMs = 50

/**
 * Loads the stream, folds it, decides, and appends at the revision that was decided on.
 * @returns the outcome, or the decider's refusal with the state that it refused on
 * @throws {StoreUnavailable} the log is out
 * @throws {HttpFailure} 503: other processes won every race for the stream; nothing was written
 */
export function handle<S, C, E extends DomainEvent, R extends string>(
  handling: Handling<S, C, E, R>,
  command: C,
): Promise<Outcome<S, E, R>> {
  const { log, stream } = handling
  const turns = streams.get(log) ?? oneAtATime()
  streams.set(log, turns)
  return turns.run(stream, () => decideAndAppend(handling, command))
}

async function decideAndAppend<S, C, E extends DomainEvent, R extends string>(
  { log, decider, stream, context }: Handling<S, C, E, R>,
  command: C,
): Promise<Outcome<S, E, R>> {
  type Result = Outcome<S, E, R>
  for (let attempt = 1; ; attempt++) {
    const { state, revision } = await load(log, decider, stream)
    const outcome = decider.decide(state, command)
    if (isRefusal(outcome)) return { ...outcome, state } as Result
    if (outcome.length === 0) return { state, recorded: [], revision, position: null } as Result
    try {
      const expected = revision < 0 ? 'no_stream' : revision
      const { position } = await log.append(stream, outcome, { expected, context })
      // Read back for the log's clock: the answer then says what every later read will say.
      const after = await load(log, decider, stream, { state, revision })
      const recorded = after.events.slice(0, outcome.length)
      return { state: after.state, recorded, revision: after.revision, position } as Result
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
      if (attempt === maxAttempts) {
        throw new HttpFailure(503, 'Troppe richieste insieme. Riprova tra poco.', {
          headers: { 'retry-after': '1' },
        })
      }
      // Not in step with the others that lost.
      await setTimeout(Math.random() * longestPauseMs)
    }
  }
}

type Loaded<S> = { state: S; revision: number }

export async function load<S, C, E extends DomainEvent, R extends string>(
  log: EventLog,
  decider: Decider<S, C, E, R>,
  stream: string,
  since?: Loaded<S>,
): Promise<Loaded<S> & { events: RecordedEvent<E>[] }> {
  let { state, revision } = since ?? { state: decider.initial, revision: -1 }
  const events: RecordedEvent<E>[] = []
  for await (const recorded of log.read(stream, { from: revision + 1 })) {
    const event = recorded as RecordedEvent<E>
    state = decider.evolve(state, event, event.recordedAt)
    revision = event.revision
    events.push(event)
  }
  return { state, revision, events }
}

/** The state as it was right after this revision. */
export async function stateAt<S, C, E extends DomainEvent, R extends string>(
  { log, decider, stream }: Pick<Handling<S, C, E, R>, 'log' | 'decider' | 'stream'>,
  revision: number,
): Promise<S> {
  let { initial: state } = decider
  if (revision < 0) return state
  for await (const recorded of log.read(stream, { from: 0, limit: revision + 1 })) {
    state = decider.evolve(state, recorded as RecordedEvent<E>, recorded.recordedAt)
  }
  return state
}
