/**
 * A decider is pure: no clock, no ids, no I/O. What it needs of those comes in with the command.
 *
 * `decide` answers with events (none: nothing changed) or with a refusal, which is a value.
 * `evolve` never fails, and ignores nothing silently: it has no `default:` branch.
 */
export interface Decider<State, Command, Event, Reason extends string> {
  readonly initial: State
  decide(state: State, command: Command): readonly Event[] | Refusal<Reason>
  /** `recorded` is absent in a test's `given`. */
  evolve(state: State, event: Event, recorded?: InLog): State
}

/** A state alone, where nothing is decided: what streams without commands have, for those who look at them. */
export type Evolving<State, Event> = Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>

/** What the log says of an event: ISO 8601 by its clock, and its place, by which alone two streams may be compared. */
export type InLog = { recordedAt: string; position: string }

export const nowhere: InLog = { recordedAt: '', position: '' }

export type Refusal<Reason extends string = string> = { refused: Reason }

export function refuse<Reason extends string>(reason: Reason): Refusal<Reason> {
  return { refused: reason }
}

export function isRefusal<Reason extends string>(
  outcome: readonly unknown[] | Refusal<Reason>,
): outcome is Refusal<Reason> {
  return 'refused' in outcome
}

export function fold<State, Command, Event, Reason extends string>(
  decider: Decider<State, Command, Event, Reason>,
  events: Iterable<Event & Partial<InLog>>,
): State {
  let state = decider.initial
  for (const event of events) state = decider.evolve(state, event, { ...nowhere, ...event })
  return state
}
