import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { ChangeHandler, createFormControl, FieldErrors, FieldValues, Path } from 'react-hook-form'
import { loadToasts } from './toast-outlet.tsx'

/** Checks a form: react-hook-form, of which nothing is loaded before somebody touches the form. */
export type Checks<Values extends FieldValues> = ReturnType<typeof createFormControl<Values>>

export const inputsOf = (form: HTMLFormElement | null) =>
  Array.from(form?.elements ?? []).filter(element => element instanceof HTMLInputElement)

/** Hands the inputs over to their checks, with all that was written into them meanwhile. */
function attach<Values extends FieldValues>(checks: Checks<Values>, form: HTMLFormElement | null) {
  let tell: ChangeHandler | null = null
  for (const input of inputsOf(form)) {
    const { ref, onChange } = checks.register(input.name as Path<Values>)
    ref(input)
    tell = onChange
  }
  return tell
}

/**
 * The checks of a form of plain inputs that stands whole in the prerendered page. Asked for once it is touched, they
 * take up what was typed, filled in by the browser or left before they came.
 */
export function useLateChecks<Values extends FieldValues>(load: () => Promise<Checks<Values>>) {
  const form = useRef<HTMLFormElement>(null)
  const coming = useRef<Promise<Checks<Values>> | null>(null)
  const tell = useRef<ChangeHandler | null>(null)
  const left = useRef(new Set<Path<Values>>())
  const [errors, setErrors] = useState<FieldErrors<Values>>({})

  async function takeUp() {
    // With them what tells of the answer, while there is a network.
    loadToasts().catch(() => undefined)
    const checks = await load()
    checks.subscribe({ formState: { errors: true }, callback: state => setErrors(state.errors ?? {}) })
    tell.current = attach(checks, form.current)
    if (left.current.size > 0) checks.trigger([...left.current])
    return checks
  }

  /** One set of checks a form; what did not arrive is asked for again. */
  function ready() {
    coming.current ??= takeUp().catch(error => {
      coming.current = null
      throw error
    })
    return coming.current
  }

  // Where nothing arrives, the press tells.
  const touch = () => void ready().catch(() => undefined)

  function changed(event: FormEvent | FocusEvent) {
    if (!(event.target instanceof HTMLInputElement)) return
    if (tell.current) tell.current(event)
    else if (event.type === 'blur') left.current.add(event.target.name as Path<Values>)
  }

  // Somebody was here before this code: a field has the focus, or the browser has filled it in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form appears.
  useEffect(() => {
    const written = inputsOf(form.current).filter(({ value }) => value !== '')
    for (const input of written) {
      if (input !== document.activeElement) left.current.add(input.name as Path<Values>)
    }
    if (written.length > 0 || form.current?.contains(document.activeElement)) touch()
  }, [])

  return {
    errors,
    ready,
    props: { ref: form, onFocus: touch, onPointerEnter: touch, onChange: changed, onBlur: changed },
  }
}
