import { deepStrictEqual } from 'node:assert/strict'
import { type Decider, fold, isRefusal, type LogTime } from '../decider.ts'

type AnyDecider = Decider<unknown, unknown, unknown, string>
/** Each command of the tests so far, for the test of conventions. */
export const specified: {
  decider: AnyDecider
  state: unknown
  command: { type: string }
  outcome: string
}[] = []

/** What a decision is: the reason of its refusal, `nothing` or `events`. */
export const outcomeOf = (decided: ReturnType<AnyDecider['decide']>) =>
  isRefusal(decided) ? decided.refused : decided.length > 0 ? 'events' : 'nothing'

/**
 * `specify(decider).after([…], command).records(…)`, or `.refuses(reason)`.
 * @throws {AssertionError} with both sides, if they differ
 */
export const specify = <State, Command extends { type: string }, Event, Reason extends string>(
  decider: Decider<State, Command, Event, Reason>,
) => ({
  after(history: readonly (Event & Partial<LogTime>)[], command: Command) {
    const state = fold(decider, history)
    const outcome = decider.decide(state, command)
    specified.push({ decider: decider as AnyDecider, state, command, outcome: outcomeOf(outcome) })
    return {
      records: (...events: Event[]) => deepStrictEqual(outcome, events),
      refuses(reason: Reason) {
        deepStrictEqual(isRefusal(outcome) ? outcome.refused : outcome, reason)
      },
    }
  },
})
