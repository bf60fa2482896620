import { EyeClosedIcon, EyeOpenIcon } from '@radix-ui/react-icons'
import { IconButton, TextField } from '@radix-ui/themes'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'

type Input = Omit<ComponentProps<typeof TextField.Root>, 'type' | 'children'>

/** A password that can be shown. */
export function PasswordField({ label, error, ...input }: Input & { label: string; error?: string }) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error}>
      {control => (
        <TextField.Root size="3" {...input} {...control} type={shown ? 'text' : 'password'} data-secret>
          <TextField.Slot side="right">
            <IconButton
              type="button"
              variant="ghost"
              color="gray"
              aria-label={shown ? 'Nascondi password' : 'Mostra password'}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeClosedIcon aria-hidden /> : <EyeOpenIcon aria-hidden />}
            </IconButton>
          </TextField.Slot>
        </TextField.Root>
      )}
    </Field>
  )
}
