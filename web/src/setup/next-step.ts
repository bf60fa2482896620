import type { UpdateProgress } from '@tba/events/setup/commands.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { isDone, type StepNumber, stepNumbers, useUpdateProgress } from './calls.ts'

/** The step that a press here completes. After it, the focus moves on. */
const StepInProgress = createContext<RefObject<StepNumber | null>>({ current: null })
export const StepInProgressProvider = StepInProgress.Provider

function focusNextStep(section: HTMLElement, from: StepNumber) {
  const controls = [
    ...section.querySelectorAll<HTMLElement>('[data-done="false"] [data-main]:not(:disabled)'),
  ]
  const later = stepNumbers.slice(stepNumbers.indexOf(from) + 1)
  const isAfter = ({ dataset }: HTMLElement) => later.some(step => step === dataset.main)
  const next = controls.find(isAfter) ?? controls[0] ?? section.querySelector<HTMLElement>('[data-finish]')
  next?.focus()
}

/**
 * When a press here completes a step, its button disappears. Then the focus moves to the main control of the next open
 * step, or to the final message after the last one. Steps completed elsewhere do not move it.
 */
export function useNextStep(progress: Progress) {
  const section = useRef<HTMLElement>(null)
  const stepInProgress = useContext(StepInProgress)
  useEffect(() => {
    const step = stepInProgress.current
    if (!step || !isDone(progress, step) || !section.current) return
    stepInProgress.current = null
    focusNextStep(section.current, step)
  }, [progress, stepInProgress])
  return section
}

export function useCompleteStep(step: StepNumber) {
  const stepInProgress = useContext(StepInProgress)
  const { update, isMutating } = useUpdateProgress()
  async function complete(fields: UpdateProgress) {
    stepInProgress.current = step
    const done = await update(fields)
    if (!done) stepInProgress.current = null
    return done
  }
  return { complete, isMutating }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function newLicenceCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `TBA-${Array.from(bytes, byte => alphabet[byte % alphabet.length]).join('')}`
}

/**
 * Once credentials are saved, the licence code completes all of step 2 in one call. A stored code is kept; a new one
 * stays the same while the screen is open. If the call fails, the credentials are already saved, so `retry` repeats
 * only the call.
 */
export function useAuthentication(progress: Progress) {
  const { complete, isMutating } = useCompleteStep('2a')
  const [newCode] = useState(newLicenceCode)
  const [hasFailed, setFailed] = useState(false)
  const { step2_mt4_authenticated, step2_axi_connected, step2_license_key } = progress
  const code = step2_license_key ?? newCode

  async function finish() {
    if (step2_mt4_authenticated && step2_axi_connected && step2_license_key) return
    const done = await complete({
      step2_mt4_authenticated: true,
      step2_axi_connected: true,
      step2_license_key: code,
    })
    setFailed(!done)
  }

  return { code, finish, retry: hasFailed ? finish : undefined, isMutating }
}
