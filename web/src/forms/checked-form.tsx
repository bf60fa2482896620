import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { hasStatus } from '../api/http.ts'
import { CommandButton } from './command-button.tsx'
import '../shell/look/controls.css'
import { type ToastText, useFailure, useToast } from '../toasts/toast.ts'
import { loadToasts } from '../toasts/toast-outlet.tsx'

type Options<Values extends FieldValues> = {
  submit: (values: Values) => Promise<unknown>
  /** The toast after a success. */
  done?: ToastText
  onDone?: () => void
  /** Called for a 400 that is about no field, with the server's message; without it a toast shows it. */
  onRefused?: (message: string) => void
  /** The text of the failure's toast if the server gave none, and its title. */
  failed?: string
  failedTitle?: string
  /** Without them a field keeps what was typed into the prerendered page. */
  defaultValues?: DefaultValues<NoInfer<Values>>
  /** The field that has the focus from the start. */
  focused?: Path<Values> | undefined
}

/** A form that a command's schema checks whenever a field is left; toasts show how the command ended. */
export function useCheckedForm<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  { submit, done, onDone, onRefused, defaultValues, focused, ...options }: Options<Values>,
) {
  const { failed = 'Impossibile connettersi al server', failedTitle } = options
  const toast = useToast()
  const fail = useFailure()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    ...(defaultValues && { defaultValues }),
  })
  // In their order: the first wrong field gets the focus, and a select registers later than the inputs after it.
  for (const name of Object.keys(defaultValues ?? {})) form.register(name as Path<Values>)
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (focused) setFocus(focused)
  }, [focused, setFocus])

  async function send(values: Values) {
    try {
      await submit(values)
    } catch (error) {
      if (hasStatus(error, 400)) {
        const own = error.issues.filter(({ path }) => path in form.getValues())
        for (const { path, message } of own)
          form.setError(path as Path<Values>, { message }, { shouldFocus: true })
        if (own.length > 0) return
        if (onRefused) return onRefused(error.text)
      }
      return fail(error, failed, failedTitle)
    }
    if (done) toast(done)
    onDone?.()
  }

  /** Reads the inputs themselves first: an extension may have filled them in without an event. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    for (const input of event.currentTarget.elements) {
      if (!(input instanceof HTMLInputElement) || input.name === '') continue
      const name = input.name as Path<Values>
      if (form.getValues(name) !== input.value) form.setValue(name, input.value as never)
    }
    return form.handleSubmit(send)(event)
  }

  return {
    isSubmitting,
    onSubmit,
    /** For fields that are no plain inputs. */
    control: form.control,
    setError: form.setError,
    reset: form.reset,
    getValue: (name: Path<Values>) => form.getValues(name) ?? '',
    /** The props of an input, with the error of its value. */
    field(name: Path<Values>) {
      const message = errors[name]?.message
      return { ...form.register(name), ...(typeof message === 'string' && { error: message }) }
    },
  }
}

type Props = {
  form: Pick<ReturnType<typeof useCheckedForm>, 'isSubmitting' | 'onSubmit'>
  /** The label of the button, and the one while it waits. */
  submit: { label: string; pending: string; className?: string }
  children?: ReactNode
  /** What stands beside the button, and below it. */
  beside?: ReactNode
  after?: ReactNode
}

export function CheckedForm({ form: { isSubmitting, onSubmit }, submit, children, beside, after }: Props) {
  const { label, pending, ...look } = submit
  const submits = (
    <CommandButton type="submit" size="3" {...look} busy={isSubmitting}>
      {isSubmitting ? pending : label}
    </CommandButton>
  )
  return (
    // By POST: typed text must not get into a URL, even without scripts.
    <form
      className="form"
      method="post"
      noValidate
      // The toasts will show the answer: later there may be no network to load them.
      onFocus={() => void loadToasts().catch(() => undefined)}
      onSubmit={onSubmit}
    >
      {children}
      {beside ? (
        <div className="actions">
          {submits}
          {beside}
        </div>
      ) : (
        submits
      )}
      {after}
    </form>
  )
}
