import type { PeriodFilters } from '../history/event-filters.ts'
import { MenuButton } from './menu.button.tsx'
import { onDemand } from './on-demand.ts'

const popover = onDemand(() => import('./period-menu.popover.tsx'))

/** The time in which events were recorded, by days of Rome. */
export const PeriodMenu = ({ filters }: { filters: PeriodFilters }) => (
  <MenuButton
    code={popover}
    menu={{ filters }}
    data-chosen={filters.of('from') !== '' || filters.of('to') !== ''}
  >
    Periodo
  </MenuButton>
)
