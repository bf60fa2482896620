import { TextArea, TextField } from '@radix-ui/themes'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useBetweenPresses } from './press.ts'
import '../shell/look/controls.css'

type Control = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }
type Labelled = { label: string; error?: string }

type FieldProps = Labelled & { children: (control: Control) => ReactNode }

/** A control with its label and, below it, the error. */
export function Field({ label, children, ...props }: FieldProps) {
  const id = useId()
  const error = useBetweenPresses(props.error)
  const errorId = `${id}-error`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': error ? errorId : undefined })}
      {error && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** A text input; spread a form's `register(name)` into it. */
export const InputField = ({ label, error, ...input }: Labelled & ComponentProps<typeof TextField.Root>) => (
  <Field label={label} error={error}>
    {control => <TextField.Root size="3" {...input} {...control} />}
  </Field>
)

export const TextAreaField = ({ label, error, ...input }: Labelled & ComponentProps<typeof TextArea>) => (
  <Field label={label} error={error}>
    {control => <TextArea size="3" {...input} {...control} />}
  </Field>
)
