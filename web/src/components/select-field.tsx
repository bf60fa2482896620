import { Select } from '@radix-ui/themes'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field } from '../forms/field.tsx'
import { Popups } from './dialog.tsx'
import '../shell/look/choices.css'

type Props<Values extends FieldValues> = {
  control: Control<Values>
  name: FieldPath<Values>
  label: string
  placeholder?: string
  options: readonly { value: string; label: string }[]
}

/** A form's field as a Themes select; the trigger is named by the label and shows the value. */
export function SelectField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, placeholder, options } = props
  const { field, fieldState } = useController({ control, name })
  return (
    <Field label={label} error={fieldState.error?.message}>
      {control => (
        <Popups>
          <Select.Root
            size="3"
            name={name}
            value={field.value}
            onValueChange={field.onChange}
            onOpenChange={open => open || field.onBlur()}
          >
            {/* Radix moves the chosen text in here, which a translator may not have replaced before. */}
            <Select.Trigger translate="no" ref={field.ref} placeholder={placeholder} {...control} />
            <Select.Content position="popper">
              {options.map(({ value, label }) => (
                <Select.Item key={value} value={value}>
                  {label}
                </Select.Item>
              ))}
            </Select.Content>
          </Select.Root>
        </Popups>
      )}
    </Field>
  )
}
