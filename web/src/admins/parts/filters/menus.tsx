import { CaretDownIcon } from '@radix-ui/react-icons'
import { type ComponentProps, useRef } from 'react'
import { onDemand, useOnDemand } from '../../../components/on-demand.ts'
import type { PopoverState } from './button-popover.tsx'
import { FilterButton } from './controls.tsx'
import type { Choice, FilterMenuProps } from './filter-menu.popover.tsx'

type Props<Menu> = ComponentProps<typeof FilterButton> & {
  code: ReturnType<typeof onDemand<PopoverState & Menu>>
  menu: Menu
  hasTextField?: boolean
  /** A list of commands, for arrow keys. */
  isMenu?: boolean
}

/** The code of the menu is loaded when it is needed. */
export function MenuButton<Menu extends object>(props: Props<Menu>) {
  const { code, menu, hasTextField = false, isMenu = false, children, ...look } = props
  const button = useRef<HTMLButtonElement>(null)
  const { Part, isOpen, setOpen, open, preload } = useOnDemand(code, { hasTextField })
  return (
    <>
      <FilterButton
        ref={button}
        aria-haspopup={isMenu ? 'menu' : 'dialog'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={event => {
          if (!isMenu || event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
        {...preload}
        {...look}
      >
        {children}
        {!isMenu && <CaretDownIcon aria-hidden />}
      </FilterButton>
      {Part && <Part {...menu} button={button} isOpen={isOpen} setOpen={setOpen} />}
    </>
  )
}

export const exactChoice = (text: string): Choice[] => [{ value: text, label: 'Esattamente', detail: text }]
export const plainChoices = (values: readonly string[]): Choice[] =>
  values.map(value => ({ value, label: value }))

const choices = onDemand(() => import('./filter-menu.popover.tsx'))

export function FilterMenu({ shown, ...menu }: FilterMenuProps & { shown?: string }) {
  const { name, chosen } = menu
  return (
    <MenuButton
      code={choices}
      menu={menu}
      hasTextField
      data-chosen={chosen.length > 0}
      {...(shown !== undefined && { 'aria-label': `${name}: ${shown}` })}
    >
      <span className={shown && 'filter-shown'}>{shown ?? name}</span>
      {chosen.length > 1 && <span>{` · ${chosen.length}`}</span>}
    </MenuButton>
  )
}
