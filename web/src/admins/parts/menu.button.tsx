import { CaretDownIcon } from '@radix-ui/react-icons'
import { type ComponentProps, useRef } from 'react'
import type { Opened } from './button-popover.tsx'
import { FilterButton } from './controls.tsx'
import { type onDemand, useOnDemand } from './on-demand.ts'

type Props<Menu> = ComponentProps<typeof FilterButton> & {
  code: ReturnType<typeof onDemand<Opened & Menu>>
  /** What the menu is given, besides what opens it. */
  menu: Menu
  isTypedInto?: boolean
}

/** A button that opens a menu below it, whose code comes when it is needed. */
export function MenuButton<Menu extends object>(props: Props<Menu>) {
  const { code, menu, isTypedInto = false, children, ...look } = props
  const button = useRef<HTMLButtonElement>(null)
  const { Part, isOpen, setOpen, open, early } = useOnDemand(code, { isTypedInto })
  return (
    <>
      <FilterButton
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setOpen(false) : open())}
        {...early}
        {...look}
      >
        {children}
        <CaretDownIcon aria-hidden />
      </FilterButton>
      {Part && <Part {...menu} button={button} isOpen={isOpen} setOpen={setOpen} />}
    </>
  )
}
