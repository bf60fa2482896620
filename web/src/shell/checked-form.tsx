import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@radix-ui/themes'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { keepFocus } from './keep-focus.ts'
import './look/controls.css'
import { loadToasts } from './toast-outlet.tsx'

type Options<Values extends FieldValues> = {
  submit: (values: Values) => Promise<unknown>
  /** Where they are absent, a field keeps what was typed into the prerendered page. */
  defaultValues?: DefaultValues<Values>
  /** The field that has the focus from the start. */
  focused?: Path<Values> | undefined
}

/** A form of plain inputs, checked by a command's schema whenever a field is left. */
export function useCheckedForm<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  { submit, defaultValues, focused }: Options<Values>,
) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    ...(defaultValues && { defaultValues }),
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (focused) setFocus(focused)
  }, [focused, setFocus])

  /** Reads the inputs themselves first: an extension may have filled them in without an event. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    for (const input of event.currentTarget.elements) {
      if (!(input instanceof HTMLInputElement)) continue
      const name = input.name as Path<Values>
      if (form.getValues(name) !== input.value) form.setValue(name, input.value as never)
    }
    return form.handleSubmit(submit)(event)
  }

  return {
    isSubmitting,
    onSubmit,
    typedIn: (name: Path<Values>) => form.getValues(name) ?? '',
    /** The props of an input, with what is wrong with its value. */
    field(name: Path<Values>) {
      const message = errors[name]?.message
      return { ...form.register(name), ...(typeof message === 'string' && { error: message }) }
    },
  }
}

/** A disabled button loses the focus: gives it back afterwards, for those who use the keyboard. */
function useFocusBack(isSubmitting: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!isSubmitting && hadFocus.current && document.activeElement === document.body) button.current?.focus()
  }, [isSubmitting])
  return {
    button,
    remember() {
      hadFocus.current = document.activeElement === button.current
    },
  }
}

type Props = {
  form: Pick<ReturnType<typeof useCheckedForm>, 'isSubmitting' | 'onSubmit'>
  /** The label of the button, and the one while it waits. */
  submit: { label: string; pending: string }
  children: ReactNode
  /** What stands below the button. */
  after?: ReactNode
}

export function CheckedForm({ form: { isSubmitting, onSubmit }, submit, children, after }: Props) {
  const { button, remember } = useFocusBack(isSubmitting)
  return (
    // By POST, so that nothing typed gets into a URL, even where no script runs.
    <form
      className="form"
      method="post"
      noValidate
      // The toasts will show the answer: later there may be no network to load them.
      onFocus={() => void loadToasts().catch(() => undefined)}
      onSubmit={event => {
        remember()
        onSubmit(event)
      }}
    >
      {children}
      <Button ref={button} type="submit" size="3" disabled={isSubmitting} {...keepFocus}>
        {isSubmitting ? submit.pending : submit.label}
      </Button>
      {after}
    </form>
  )
}
