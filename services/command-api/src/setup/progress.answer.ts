import { depositEuro } from '@tba/events/setup/plans.ts'
import type { SetupState } from '@tba/events/setup/setup.decider.ts'
import { columnsOf } from '@tba/events/setup/steps.ts'
import type { Progress } from '@tba/events/setup/views.ts'

/** The progress, as the query-api answers once the events are projected. */
export function progressOf(state: SetupState): Progress {
  if (!state.plan) throw new Error('a progress was asked for before there was a plan')
  return {
    plan: state.plan,
    deposit: depositEuro[state.plan],
    ...columnsOf(state.steps),
    step1_broker_link: state.brokerLink,
    step2_license_key: state.licenceKey,
    step3_screenshots: [...state.screenshots],
    completedAt: state.completedAt,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
  }
}
