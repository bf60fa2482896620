import type { UpdateProgress } from '@tba/events/setup/commands.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { isDone, type StepNumber, stepNumbers, useUpdateProgress } from './calls.ts'

/** The step that a press here is completing: the focus is to go on from it. */
const Underway = createContext<RefObject<StepNumber | null>>({ current: null })
export const UnderwayStep = Underway.Provider

function leadOn(section: HTMLElement, from: StepNumber) {
  const controls = [
    ...section.querySelectorAll<HTMLElement>('[data-done="false"] [data-main]:not(:disabled)'),
  ]
  const isAfter = (control: HTMLElement) =>
    stepNumbers.indexOf(control.dataset.main as StepNumber) > stepNumbers.indexOf(from)
  const next = controls.find(isAfter) ?? controls[0] ?? section.querySelector<HTMLElement>('[data-finish]')
  next?.focus()
}

/**
 * When a press here completes a step, its button disappears: the focus moves to the main control of the next open step,
 * or after the last one to the message that all is done. Steps completed elsewhere do not move it.
 */
export function useNextStep(progress: Progress) {
  const section = useRef<HTMLElement>(null)
  const underway = useContext(Underway)
  useEffect(() => {
    const step = underway.current
    if (!step || !isDone(progress, step) || !section.current) return
    underway.current = null
    leadOn(section.current, step)
  }, [progress, underway])
  return section
}

export function useCompleteStep(step: StepNumber) {
  const underway = useContext(Underway)
  const { update, isMutating } = useUpdateProgress()
  async function complete(fields: UpdateProgress) {
    underway.current = step
    const done = await update(fields)
    if (!done) underway.current = null
    return done
  }
  return { complete, isMutating }
}

/**
 * Saved credentials hand back a licence code, which completes all of step 2 in one call; a code that the customer
 * already has stays theirs. Where that call fails the credentials are saved all the same: `again` repeats it alone.
 */
export function useAuthentication(progress: Progress) {
  const { complete, isMutating } = useCompleteStep('2a')
  const [unused, setUnused] = useState<string | null>(null)
  const { step2_mt4_authenticated, step2_axi_connected, step2_license_key } = progress

  async function authenticated(code: string) {
    if (step2_mt4_authenticated && step2_axi_connected && step2_license_key) return
    const done = await complete({
      step2_mt4_authenticated: true,
      step2_axi_connected: true,
      step2_license_key: step2_license_key ?? code,
    })
    setUnused(done ? null : code)
  }

  const again = unused === null ? undefined : () => authenticated(unused)
  return { authenticated, again, isMutating }
}
