import { romeDay } from '@tba/events/rome-day.ts'
import { useId } from 'react'
import type { PeriodFilters } from '../history/event-filters.ts'
import { ButtonPopover, type Opened } from './button-popover.tsx'
import { DayField } from './day-field.tsx'
import { dayOf, daysFrom, lastDayBefore, startOfDay } from './rome-time.ts'

const presets = [
  { name: 'Oggi', days: 1 },
  { name: '7 giorni', days: 7 },
  { name: '30 giorni', days: 30 },
]

function Day({ label, value, set }: { label: string; value: string; set: (day: string) => void }) {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <DayField id={id} value={value} set={set} />
    </p>
  )
}

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
      <Day
        label="Dal giorno"
        value={dayOf(filters.of('from'))}
        set={day => filters.set('from', day && startOfDay(day))}
      />
      <Day
        label="Al giorno"
        value={lastDayBefore(filters.of('to'))}
        set={day => filters.set('to', day && startOfDay(daysFrom(day, 1)))}
      />
      <p className="quiet">Giorni di Roma, interi.</p>
    </ButtonPopover>
  )
}
