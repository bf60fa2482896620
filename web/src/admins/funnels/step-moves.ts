import { type Draft, type DraftStep, emptyStep } from './draft.ts'

const windowsFor = (windows: Draft['stepWindowsSeconds'], steps: number) => windows.slice(0, steps - 1)

/** Each makes another draft; the windows between steps stay where they are. */
export const withStep = (draft: Draft, at: number, step: DraftStep): Draft => ({
  ...draft,
  steps: draft.steps.with(at, step),
})

export const withoutStep = (draft: Draft, at: number): Draft => ({
  ...draft,
  steps: draft.steps.toSpliced(at, 1),
  stepWindowsSeconds: windowsFor(draft.stepWindowsSeconds, draft.steps.length - 1),
})

export const withNewStep = (draft: Draft): Draft => ({ ...draft, steps: [...draft.steps, emptyStep] })

export function withMoved(draft: Draft, at: number, to: number): Draft {
  const step = draft.steps[at]
  return step && to >= 0 && to < draft.steps.length
    ? { ...draft, steps: draft.steps.toSpliced(at, 1).toSpliced(to, 0, step) }
    : draft
}

export function withStepWindow(draft: Draft, at: number, seconds: number | null): Draft {
  const windows = Array.from(draft.steps.slice(1), (_, before) => draft.stepWindowsSeconds[before] ?? null)
  return { ...draft, stepWindowsSeconds: windows.with(at, seconds) }
}
