import { setTimeout } from 'node:timers/promises'
import { type KeyedQueue, keyedQueue } from '@tba/event-store/keyed-queue.ts'
import { type Position, RevisionConflict } from '@tba/event-store/port.ts'
import {
  type Category,
  type CategoryOfCommand,
  type Command,
  commands,
  type IdOf,
  type ReasonOf,
  type StateOf,
} from '@tba/events/commands.ts'
import { isRefusal, type Refusal } from '@tba/events/decider.ts'
import { HttpFailure } from '../http/failure.ts'
import type { Context, EventLog } from '../log/event-log.ts'
import { foldStream, type Loaded, type StreamTarget, targetOf } from './load.ts'

/** `maxEvents`: a stream with as many takes no more by this command; left out: any number. */
export type Execution = { log: EventLog; context: Context; maxEvents?: number | undefined }

/** The state after a command. `position` and `revision` are those of its last event; if nothing was recorded, null and the stream’s. */
export type CommandResult<S> = Loaded<S> & { position: Position | null }

/** A decider without refusals has no refusal in its outcome. */
export type Outcome<K extends Category> = [ReasonOf<K>] extends [never]
  ? CommandResult<StateOf<K>>
  : CommandResult<StateOf<K>> | (Refusal<ReasonOf<K>> & { state: StateOf<K> })

/** Commands on one stream run one after the other in this process. Only another process can win a race against them. */
const queuesByLog = new WeakMap<EventLog, KeyedQueue>()
const maxAttempts = 12
const maxPauseMs = 50

/**
 * Loads the stream, decides, and appends at the revision of the decision.
 * @param id names the stream, together with the stream category of the command
 * @returns the outcome, or the decider's refusal with the state that led to it
 * @throws {StoreUnavailable} the log does not answer
 * @throws {HttpFailure} 503: other processes won every race for the stream · 409: it is full; nothing was written
 */
export async function execute<const C extends Command>(
  execution: Execution,
  id: IdOf<CategoryOfCommand<C>>,
  command: C,
): Promise<Outcome<CategoryOfCommand<C>>> {
  const { log } = execution
  const target = targetOf(commands[command.type] as CategoryOfCommand<C>, id)
  const queue = queuesByLog.get(log) ?? keyedQueue()
  queuesByLog.set(log, queue)
  const outcome = await queue.run(target.stream, () => decideAndAppend(execution, target, command))
  return outcome as Outcome<CategoryOfCommand<C>>
}

type UntypedOutcome = CommandResult<unknown> | (Refusal & { state: unknown })

async function decideAndAppend(
  { log, context, maxEvents = Number.POSITIVE_INFINITY }: Execution,
  target: StreamTarget,
  command: Command,
): Promise<UntypedOutcome> {
  const { decider, stream } = target
  for (let attempt = 1; ; attempt++) {
    const done = context.isRepeated ? await recordedBy(log, stream, context.causationId) : null
    if (done)
      return { ...(await foldStream(log, target, { revision: done.revision })), position: done.position }
    const before = await foldStream(log, target)
    const decided = decider.decide(before.state, command)
    if (isRefusal(decided)) return { ...decided, state: before.state }
    if (decided.length === 0) return { ...before, position: null }
    if (before.revision + 1 >= maxEvents)
      throw new HttpFailure(409, 'Hai fatto troppe modifiche: scrivi all’assistenza')
    try {
      const expected = before.revision < 0 ? 'no_stream' : before.revision
      const { position, revision } = await log.append(stream, decided, { expected, context })
      // Read the events back: their times come from the log.
      return { ...(await foldStream(log, target)), position, revision }
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
      if (attempt === maxAttempts)
        throw new HttpFailure(503, 'Troppe richieste insieme. Riprova tra poco.', {
          headers: { 'retry-after': '1' },
        })
      // A random pause, so that the losers do not collide again.
      await setTimeout(Math.random() * maxPauseMs)
    }
  }
}

/** The last event of this command. Another one may have changed the state since, so the decider would decide again. */
async function recordedBy(log: EventLog, stream: string, commandId: string) {
  for await (const event of log.read(stream, { direction: 'backwards' }))
    if (event.metadata.causationId === commandId) return event
  return null
}
