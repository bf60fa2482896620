/**
 * A decider is pure: no clock, no ids, no I/O. These come in with the command.
 *
 * `decide` returns events (none: nothing changed) or a refusal, which is a value.
 * `evolve` never fails and has no `default:` branch, so that it handles every event type.
 */
export interface Decider<State, Command, Event, Reason extends string> {
  readonly initial: State
  decide(state: State, command: Command): readonly Event[] | Refusal<Reason>
  /** Tests with `given` leave `recorded` out. */
  evolve(state: State, event: Event, recorded?: LogTime): State
}

/** Only a state, for streams without commands that are shown. */
export type Evolver<State, Event> = Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>

/** The time of an event by the log's clock (ISO 8601), and its position. Only positions compare across streams. */
export type LogTime = { recordedAt: string; position: string }

export const noLogTime: LogTime = { recordedAt: '', position: '' }

export type Refusal<Reason extends string = string> = { refused: Reason }

export const refuse = <Reason extends string>(reason: Reason): Refusal<Reason> => ({ refused: reason })

export function isRefusal<Reason extends string>(
  outcome: readonly unknown[] | Refusal<Reason>,
): outcome is Refusal<Reason> {
  return 'refused' in outcome
}

export function fold<State, Event>(
  { initial, evolve }: Evolver<State, Event>,
  events: Iterable<Event & Partial<LogTime>>,
): State {
  let state = initial
  for (const event of events) state = evolve(state, event, { ...noLogTime, ...event })
  return state
}
