import { TextArea, TextField } from '@radix-ui/themes'
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Labelled = { label: string; error?: string }

/** A text input; spread a form's `register(name)` into it. */
export function InputField({ label, error, ...input }: Labelled & ComponentProps<typeof TextField.Root>) {
  return (
    <Field label={label} error={error}>
      {control => <TextField.Root size="3" {...input} {...control} />}
    </Field>
  )
}

export function TextAreaField({ label, error, ...input }: Labelled & ComponentProps<typeof TextArea>) {
  return (
    <Field label={label} error={error}>
      {control => <TextArea size="3" {...input} {...control} />}
    </Field>
  )
}
