import type { ComponentProps } from 'react'
import './look/native-select.css'

type Props = ComponentProps<'select'> & { options: readonly { value: string; label: string }[] }

/** The browser's own select in our clothes: public pages load no other. */
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
