import { Select } from '@radix-ui/themes'
import type { Ref } from 'react'
import { Popups } from '../components/dialog.tsx'
import { Field } from './field.tsx'
import '../shell/look/choices.css'

type Props = {
  ref?: Ref<HTMLButtonElement>
  label: string
  error?: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  options: readonly { value: string; label: string }[]
}

/** A labelled Themes select; the trigger is named by the label and shows its value. */
export function SelectField({ ref, label, error, placeholder, value, onChange, onBlur, options }: Props) {
  return (
    <Field label={label} error={error}>
      {control => (
        <Popups>
          <Select.Root
            size="3"
            value={value}
            onValueChange={onChange}
            onOpenChange={open => {
              if (!open) onBlur?.()
            }}
          >
            <Select.Trigger ref={ref} placeholder={placeholder} {...control} />
            <Select.Content position="popper">
              {options.map(option => (
                <Select.Item key={option.value} value={option.value}>
                  {option.label}
                </Select.Item>
              ))}
            </Select.Content>
          </Select.Root>
        </Popups>
      )}
    </Field>
  )
}
