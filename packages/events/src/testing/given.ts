import { deepStrictEqual } from 'node:assert/strict'
import { type Decider, isRefusal } from '../decider.ts'

/**
 * `specify(decider).given([…]).when(command).records([…])`, or `.refuses(reason)`.
 * @throws {AssertionError} with both sides, if they differ
 */
export function specify<State, Command, Event, Reason extends string>(
  decider: Decider<State, Command, Event, Reason>,
) {
  return {
    given: (history: readonly Event[]) => ({
      when(command: Command) {
        const state = history.reduce((before, event) => decider.evolve(before, event), decider.initial)
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
