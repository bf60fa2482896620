import { setTimeout } from 'node:timers/promises'
import { type Position, RevisionConflict } from '@tba/event-store/port.ts'
import {
  type Command,
  commands,
  type IdOf,
  type Kind,
  type KindOf,
  type ReasonOf,
  type StateOf,
} from '@tba/events/commands.ts'
import { isRefusal, type Refusal } from '@tba/events/decider.ts'
import { HttpFailure } from '../http/failure.ts'
import type { Context, EventLog } from '../log/event-log.ts'
import { foldsOf, type Loaded } from './folds.ts'
import { foldOn, type Target, targetOf } from './load.ts'
import { type OneAtATime, oneAtATime } from './one-at-a-time.ts'

export type Executing = { log: EventLog; context: Context }

/** The state after a command, and the position of its last event; null where nothing was recorded. */
export type Done<S> = Loaded<S> & { position: Position | null }

/** Without a refusal where the decider knows none. */
export type Outcome<K extends Kind> = [ReasonOf<K>] extends [never]
  ? Done<StateOf<K>>
  : Done<StateOf<K>> | (Refusal<ReasonOf<K>> & { state: StateOf<K> })

/** Commands on one stream wait for each other in this process: only another process can win a race against them. */
const streamsOf = new WeakMap<EventLog, OneAtATime>()
const maxAttempts = 12
const longestPauseMs = 50

/**
 * Loads the stream that the command is about, decides, and appends at the revision that was decided on.
 * @param id names the stream, together with the kind of stream that the command is for
 * @returns the outcome, or the decider's refusal with the state that it refused on
 * @throws {StoreUnavailable} the log is out
 * @throws {HttpFailure} 503: other processes won every race for the stream; nothing was written
 */
export async function execute<const C extends Command>(
  executing: Executing,
  id: IdOf<KindOf<C>>,
  command: C,
): Promise<Outcome<KindOf<C>>> {
  const { log } = executing
  const target = targetOf(commands[command.type] as KindOf<C>, id)
  const turns = streamsOf.get(log) ?? oneAtATime()
  streamsOf.set(log, turns)
  const outcome = await turns.run(target.stream, () => decideAndAppend(executing, target, command))
  return outcome as Outcome<KindOf<C>>
}

type AnyOutcome = Done<unknown> | (Refusal & { state: unknown })

async function decideAndAppend(
  { log, context }: Executing,
  target: Target,
  command: Command,
): Promise<AnyOutcome> {
  const { decider, stream } = target
  for (let attempt = 1; ; attempt++) {
    const before = await foldOn(log, target)
    const decided = decider.decide(before.state, command)
    if (isRefusal(decided)) return { ...decided, state: before.state }
    if (decided.length === 0) return { ...before, position: null }
    try {
      const expected = before.revision < 0 ? 'no_stream' : before.revision
      const { position } = await log.append(stream, decided, { expected, context })
      // Read back for the times, which are the log's: the answer then says what every later read says.
      return { ...(await foldOn(log, target)), position }
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
      // The log holds less than was folded, as after a restore under a running process.
      if ((error.actual ?? -1) < before.revision) foldsOf(log).delete(stream)
      if (attempt === maxAttempts) {
        throw new HttpFailure(503, 'Troppe richieste insieme. Riprova tra poco.', {
          headers: { 'retry-after': '1' },
        })
      }
      // A random pause, so that those who lost do not collide again.
      await setTimeout(Math.random() * longestPauseMs)
    }
  }
}
