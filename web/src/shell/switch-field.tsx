import { Switch } from '@radix-ui/themes'
import { useId } from 'react'
import './look/choices.css'

type Props = { label: string; text: string; checked: boolean; onChange: (checked: boolean) => void }

export function SwitchField({ label, text, checked, onChange }: Props) {
  const id = useId()
  return (
    <div className="switch-field">
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-text`}>{text}</p>
      </div>
      <Switch id={id} size="3" checked={checked} onCheckedChange={onChange} aria-describedby={`${id}-text`} />
    </div>
  )
}
