import { CaretDownIcon } from '@radix-ui/react-icons'
import { useRef } from 'react'
import type { FilterMenuProps } from './filter-choices.ts'
import { onDemand, useOnDemand } from './on-demand.ts'

type Props = FilterMenuProps & {
  /** On the button in place of the name. */
  shown?: string
}

const popover = onDemand(() => import('./filter-menu.popover.tsx'))

/** A filter's choices behind a button. */
export function FilterMenu({ shown, ...menu }: Props) {
  const { name, chosen } = menu
  const button = useRef<HTMLButtonElement>(null)
  const { Part: Menu, isOpen, setOpen, open, early } = useOnDemand(popover, { isTypedInto: true })
  return (
    <>
      <button
        ref={button}
        type="button"
        className="filter-button"
        data-chosen={chosen.length > 0}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setOpen(false) : open())}
        {...early}
        {...(shown !== undefined && { 'aria-label': `${name}: ${shown}` })}
      >
        {shown === undefined ? name : <span className="filter-shown">{shown}</span>}
        {chosen.length > 1 && ` · ${chosen.length}`}
        <CaretDownIcon aria-hidden />
      </button>
      {Menu && <Menu {...menu} button={button} isOpen={isOpen} setOpen={setOpen} />}
    </>
  )
}
