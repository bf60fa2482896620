import { deepStrictEqual } from 'node:assert/strict'
import { type Decider, fold, isRefusal, type LogTime } from '../decider.ts'

/**
 * `specify(decider).given([…]).when(command).records([…])`, or `.refuses(reason)`.
 * @throws {AssertionError} with both sides, if they differ
 */
export function specify<State, Command, Event, Reason extends string>(
  decider: Decider<State, Command, Event, Reason>,
) {
  return {
    given: (history: readonly (Event & Partial<LogTime>)[]) => ({
      when(command: Command) {
        const state = fold(decider, history)
        const outcome = decider.decide(state, command)
        return {
          records: (...events: Event[]) => deepStrictEqual(outcome, events),
          refuses(reason: Reason) {
            deepStrictEqual(isRefusal(outcome) ? outcome.refused : outcome, reason)
          },
        }
      },
    }),
  }
}
