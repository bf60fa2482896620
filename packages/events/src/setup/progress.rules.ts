import { type Refusal, refuse } from '../decider.ts'
import type { UpdateProgress } from './commands.ts'
import { type SetupEvent, type SetupStep, setupStep } from './events.ts'
import type { SetupState } from './setup.decider.ts'

const flagOf: Record<SetupStep, keyof UpdateProgress> = {
  'broker-account': 'step1_broker_account',
  mt4: 'step2_mt4_authenticated',
  'copy-trading': 'step2_axi_connected',
  security: 'step3_security_verified',
}

/** Steps may be sent one by one or together; copy trading stands on MT4, so it comes after and goes with it. */
export function decideProgress(
  state: SetupState,
  changes: UpdateProgress,
): readonly SetupEvent[] | Refusal<'mt4-first'> {
  const steps = new Set(state.steps)
  for (const step of setupStep.options) {
    const sent = changes[flagOf[step]]
    if (sent === true) steps.add(step)
    if (sent === false) steps.delete(step)
  }
  if (!steps.has('mt4')) {
    if (changes.step2_axi_connected) return refuse('mt4-first')
    steps.delete('copy-trading')
  }
  return [...noted(state, changes), ...licence(state, changes), ...moved(state, steps)]
}

function noted(state: SetupState, changes: UpdateProgress): SetupEvent[] {
  const { step1_broker_link: brokerLink, step3_screenshots: screenshots } = changes
  const linkChanged = brokerLink !== undefined && brokerLink !== state.brokerLink
  const filesChanged =
    screenshots !== undefined && JSON.stringify(screenshots) !== JSON.stringify(state.screenshots)
  if (!linkChanged && !filesChanged) return []
  return [
    {
      type: 'SetupNoted',
      data: { ...(linkChanged && { brokerLink }), ...(filesChanged && { screenshots }) },
    },
  ]
}

/** The first code stays: authenticating again doesn't take away the one that the customer has already copied. */
function licence(state: SetupState, { step2_license_key: licenceKey }: UpdateProgress): SetupEvent[] {
  return licenceKey && !state.licenceKey ? [{ type: 'LicenceIssued', data: { licenceKey } }] : []
}

function moved(state: SetupState, steps: ReadonlySet<SetupStep>): SetupEvent[] {
  const events: SetupEvent[] = []
  for (const step of setupStep.options) {
    if (steps.has(step) && !state.steps.has(step)) events.push({ type: 'SetupStepCompleted', data: { step } })
    if (!steps.has(step) && state.steps.has(step)) events.push({ type: 'SetupStepReopened', data: { step } })
  }
  const complete = steps.size === setupStep.options.length && state.steps.size < setupStep.options.length
  return complete ? [...events, { type: 'SetupCompleted', data: {} }] : events
}
