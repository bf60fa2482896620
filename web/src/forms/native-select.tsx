import type { ComponentProps } from 'react'
import '../shell/look/native-select.css'

type Props = ComponentProps<'select'> & { options: readonly { value: string; label: string }[] }

/** A styled `<select>`: public pages load no component for it. */
export function NativeSelect({ options, ...props }: Props) {
  return (
    <span className="native-select">
      <select {...props}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}
