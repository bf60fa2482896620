import { CopyIcon } from '@radix-ui/react-icons'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useCopy } from '../../../toasts/toast.ts'
import type { Filters } from './filters.ts'
import './filters.css'

type ButtonProps = Omit<ComponentProps<'button'>, 'type'>

const buttonOf =
  (look: string) =>
  ({ className = '', ...props }: ButtonProps) => (
    <button type="button" {...props} className={`${look} ${className}`.trimEnd()} />
  )

/** Looks like a link. */
export const TextButton = buttonOf('text-button')
export const FilterButton = buttonOf('filter-button')
/** Needs an `aria-label`. */
export const IconButton = buttonOf('icon-button')

type CopyProps = { text: string; label: string; done: string; failed: string }

/** If the browser refuses, a toast shows the text. */
export function CopyButton({ text, label, done, failed }: CopyProps) {
  const copy = useCopy({ done: { title: done }, failed: { title: failed, description: text } })
  return (
    <TextButton onClick={() => copy(text)}>
      <CopyIcon aria-hidden /> <span>{label}</span>
    </TextButton>
  )
}

type Option<Value extends string> = { value: Value; label: string }
type SelectProps<Value extends string> = Omit<ComponentProps<'select'>, 'onChange'> & {
  options: readonly Option<Value>[]
  value: string
  choose: (value: Value) => void
}

/** An unknown value of the address is an option too: the server explains it. */
export const Select = <Value extends string>({ options, choose, ...props }: SelectProps<Value>) => (
  <select
    className="filter-select"
    onChange={({ target }) => {
      const chosen = options.find(({ value }) => value === target.value)
      if (chosen) choose(chosen.value)
    }}
    {...props}
  >
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
    {!options.some(({ value }) => value === props.value) && (
      <option value={props.value}>{props.value}</option>
    )}
  </select>
)

type FilterSelectProps = {
  filters: Pick<Filters, 'get' | 'set'>
  name: string
  label: string
  options: readonly Option<string>[]
  /** The choice of an address without one: the first. */
  defaultValue?: string | undefined
}

/** Its choice is in the address. */
export function FilterSelect({ filters, name, label, options, ...props }: FilterSelectProps) {
  const { defaultValue = options[0]?.value } = props
  return (
    <Select
      id={name}
      aria-label={label}
      options={options}
      value={filters.get(name) || (defaultValue ?? '')}
      choose={value => filters.set(name, value === defaultValue ? '' : value)}
    />
  )
}

type SearchProps = ComponentProps<'input'> & { label: string; search: (text: string) => void }

export const SearchField = ({ label, search, ...props }: SearchProps) => (
  <input
    type="search"
    className="text-filter"
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    spellCheck={false}
    onChange={({ target }) => search(target.value)}
    {...props}
  />
)

type CheckProps = { checked: boolean; set: (checked: boolean) => void; children: ReactNode }

export const Check = ({ checked, set, children }: CheckProps) => (
  <label>
    <input type="checkbox" checked={checked} onChange={({ target }) => set(target.checked)} /> {children}
  </label>
)

type TypedProps = ComponentProps<'input'> & { value: string; onCommit: (text: string) => void }

/** The text counts when the field is left, or at Enter. */
export function TypedField({ value, onCommit, ...props }: TypedProps) {
  const [typed, setTyped] = useState<string | null>(null)
  function commit() {
    if (typed !== null && typed !== value) onCommit(typed)
    setTyped(null)
  }
  return (
    <input
      {...props}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={event => event.key === 'Enter' && commit()}
    />
  )
}
