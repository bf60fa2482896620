import { Button } from '@radix-ui/themes'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { keepFocus } from './keep-focus.ts'
import { type Checks, inputsOf, useLateChecks } from './late-checks.ts'
import './look/controls.css'

/** Reads the inputs themselves: an extension may have filled them in without an event. */
function readAgain<Values extends FieldValues>(checks: Checks<Values>, form: HTMLFormElement | null) {
  for (const { name, value } of inputsOf(form)) {
    const field = name as Path<Values>
    if (checks.getValues(field) !== value) checks.setValue(field, value as never)
  }
}

/** A disabled button loses the focus: gives it back afterwards, for whoever uses the keyboard. */
function useFocusBack(isSubmitting: boolean) {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const { activeElement, body } = document
    if (isSubmitting) return
    if (activeElement === body && focused.current instanceof HTMLElement) focused.current.focus()
    focused.current = null
  }, [isSubmitting])
  return () => {
    focused.current = document.activeElement
  }
}

/** A form that is submitted once at a time, after its checks have been loaded. */
export function useLateForm<Values extends FieldValues>(
  load: () => Promise<Checks<Values>>,
  submit: (values: Values) => Promise<unknown>,
) {
  const { errors, ready, props } = useLateChecks(load)
  const busy = useRef(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const rememberFocus = useFocusBack(isSubmitting)

  async function carryOut() {
    const checks = await ready().catch(() => null)
    setMissing(!checks)
    if (!checks) return
    readAgain(checks, props.ref.current)
    await checks.handleSubmit(submit)()
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    rememberFocus()
    setSubmitting(true)
    try {
      await carryOut()
    } finally {
      busy.current = false
      setSubmitting(false)
    }
  }

  return {
    isSubmitting,
    isMissing,
    props: { ...props, onSubmit },
    typedIn: (name: Path<Values>) =>
      inputsOf(props.ref.current).find(input => input.name === name)?.value ?? '',
    /** What an input is called, and what is wrong with its value. */
    field(name: Path<Values>) {
      const message = errors[name]?.message
      return typeof message === 'string' ? { name, error: message } : { name }
    },
  }
}

type Props = {
  form: Pick<ReturnType<typeof useLateForm>, 'isSubmitting' | 'isMissing' | 'props'>
  /** The label of the button, and the one while it waits. */
  submit: { label: string; pending: string }
  children: ReactNode
  /** What stands below the button. */
  after?: ReactNode
}

export function LateForm({ form, submit, children, after }: Props) {
  return (
    // By POST, so that nothing typed gets into a URL, even where no script runs.
    <form className="form" method="post" noValidate {...form.props}>
      {children}
      {form.isMissing && (
        <p className="field-error" role="alert">
          Il modulo non si è caricato del tutto: controlla la connessione e premi di nuovo. Se non basta,{' '}
          <button type="button" className="text-button" onClick={() => location.reload()}>
            ricarica la pagina
          </button>
          .
        </p>
      )}
      <Button type="submit" size="3" disabled={form.isSubmitting} {...keepFocus}>
        {form.isSubmitting ? submit.pending : submit.label}
      </Button>
      {after}
    </form>
  )
}
