import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { ChangeHandler, createFormControl, FieldErrors, FieldValues, Path } from 'react-hook-form'
import { loadToasts } from './toast-outlet.tsx'

/** The form control of react-hook-form, whose code is loaded when the form is first touched. */
export type Checks<Values extends FieldValues> = ReturnType<typeof createFormControl<Values>>

export const inputsOf = (form: HTMLFormElement | null) =>
  Array.from(form?.elements ?? []).filter(element => element instanceof HTMLInputElement)

/** Registers the inputs with their checks, with the values that they have by then. */
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
 * The checks of a prerendered form of plain inputs. They are loaded when the form is first touched, and then consider
 * what was typed, filled in by the browser or blurred before.
 */
export function useLateChecks<Values extends FieldValues>(load: () => Promise<Checks<Values>>) {
  const form = useRef<HTMLFormElement>(null)
  const coming = useRef<Promise<Checks<Values>> | null>(null)
  const tell = useRef<ChangeHandler | null>(null)
  const left = useRef(new Set<Path<Values>>())
  const [errors, setErrors] = useState<FieldErrors<Values>>({})

  async function takeUp() {
    // The toasts too, which will tell of the answer: later there may be no network.
    loadToasts().catch(() => undefined)
    const checks = await load()
    checks.subscribe({ formState: { errors: true }, callback: state => setErrors(state.errors ?? {}) })
    tell.current = attach(checks, form.current)
    if (left.current.size > 0) checks.trigger([...left.current])
    return checks
  }

  /** Loads the checks once per form; where that failed, the next call tries again. */
  function ready() {
    coming.current ??= takeUp().catch(error => {
      coming.current = null
      throw error
    })
    return coming.current
  }

  // A failure is told when the form is submitted.
  const touch = () => void ready().catch(() => undefined)

  function changed(event: FormEvent | FocusEvent) {
    if (!(event.target instanceof HTMLInputElement)) return
    if (tell.current) tell.current(event)
    else if (event.type === 'blur') left.current.add(event.target.name as Path<Values>)
  }

  // The form was touched before this code ran: a field has the focus or a value.
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
