import { CaretDownIcon } from '@radix-ui/react-icons'
import { useRef } from 'react'
import type { PeriodFilters } from '../history/event-filters.ts'
import { onDemand, useOnDemand } from './on-demand.ts'

const popover = onDemand(() => import('./period-menu.popover.tsx'))

/** The time in which events were recorded, by days of Rome. */
export function PeriodMenu({ filters }: { filters: PeriodFilters }) {
  const button = useRef<HTMLButtonElement>(null)
  const { Part: Menu, isOpen, setOpen, open, early } = useOnDemand(popover)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="filter-button"
        data-chosen={filters.of('from') !== '' || filters.of('to') !== ''}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setOpen(false) : open())}
        {...early}
      >
        Periodo
        <CaretDownIcon aria-hidden />
      </button>
      {Menu && <Menu filters={filters} button={button} isOpen={isOpen} setOpen={setOpen} />}
    </>
  )
}
