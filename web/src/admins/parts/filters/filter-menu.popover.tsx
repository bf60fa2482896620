import { CheckIcon } from '@radix-ui/react-icons'
import { Command } from 'cmdk'
import { useState } from 'react'
import { matches } from '../../../components/matches.ts'
import { ButtonPopover, type PopoverState } from './button-popover.tsx'

export type Choice = { value: string; label: string; detail?: string }

export type FilterMenuProps = {
  name: string
  hint: string
  /** Called when the menu opens. */
  choices: () => readonly Choice[]
  chosen: readonly string[]
  choose: (value: string) => void
  typedChoices?: (text: string) => readonly Choice[]
  /** The menu stays open. */
  multiple?: boolean
  /** The text for nothing to offer. */
  none?: string
}

const maxShown = 50

type Props = PopoverState & FilterMenuProps

export default function FilterMenuPopover({ name, ...props }: Props) {
  const { hint, choices, chosen, choose, typedChoices, multiple = false, ...more } = props
  const { none = 'Niente da offrire: scrivi il valore.', ...opened } = more
  const [text, setText] = useState('')
  const found = (opened.isOpen ? choices() : [])
    .filter(({ label, detail = '' }) => matches(`${label} ${detail}`, text))
    .slice(0, maxShown)
  const offered = [...found, ...(text.trim() === '' ? [] : (typedChoices?.(text.trim()) ?? []))]

  function select(value: string) {
    choose(value)
    setText('')
    if (!multiple) opened.setOpen(false)
  }
  return (
    <ButtonPopover {...opened} className="filter-menu" label={name}>
      <Command label={name} shouldFilter={false} vimBindings={false} loop>
        <Command.Input placeholder={hint} value={text} onValueChange={setText} maxLength={200} />
        <Command.List label={`${name}: scelte`}>
          {offered.length === 0 && <p className="filter-none">{none}</p>}
          {offered.map(({ value, label, detail }) => (
            <Command.Item
              key={value}
              value={value}
              data-chosen={chosen.includes(value)}
              onSelect={() => select(value)}
            >
              <span>{label}</span>
              {detail && <span className="mono">{detail}</span>}
              {chosen.includes(value) && <CheckIcon aria-label="scelto" />}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </ButtonPopover>
  )
}
