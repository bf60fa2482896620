import { romeDay } from '@tba/events/rome-day.ts'
import { ButtonPopover, type Opened } from './button-popover.tsx'
import { DayRange } from './day-field.tsx'
import type { PeriodFilters } from './filters.ts'
import { daysFrom, startOfDay } from './rome-time.ts'

const presets = [
  { name: 'Oggi', days: 1 },
  { name: '7 giorni', days: 7 },
  { name: '30 giorni', days: 30 },
]

/** Days of Rome: the last ones, or from one to another. */
export default function PeriodMenuPopover({ filters, ...opened }: Opened & { filters: PeriodFilters }) {
  function last(days: number) {
    filters.setAll({ from: startOfDay(daysFrom(romeDay(new Date()), 1 - days)), to: '' })
    opened.setOpen(false)
  }
  return (
    <ButtonPopover {...opened} className="filter-menu period-menu" label="Periodo">
      <div className="period-presets">
        {presets.map(({ name, days }) => (
          <button key={name} type="button" onClick={() => last(days)}>
            {name}
          </button>
        ))}
      </div>
      <DayRange
        labels={['Dal giorno', 'Al giorno']}
        from={filters.of('from')}
        to={filters.of('to')}
        set={filters.set}
      />
      <p className="quiet">Giorni di Roma, interi.</p>
    </ButtonPopover>
  )
}
