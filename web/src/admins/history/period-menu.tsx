import { CaretDownIcon } from '@radix-ui/react-icons'
import { romeDay } from '@tba/events/rome-day.ts'
import { Popover } from 'radix-ui'
import { useId, useState } from 'react'
import { DayField } from './day-field.tsx'
import type { EventFilters } from './event-filters.ts'
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

/** The time in which events were recorded, by days of Rome. */
export function PeriodMenu({ filters }: { filters: EventFilters }) {
  const [isOpen, setOpen] = useState(false)
  const isChosen = filters.of('from') !== '' || filters.of('to') !== ''
  function last(days: number) {
    filters.setAll({ from: startOfDay(daysFrom(romeDay(new Date()), 1 - days)), to: '' })
    setOpen(false)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="filter-button" data-chosen={isChosen}>
        Periodo
        <CaretDownIcon aria-hidden />
      </Popover.Trigger>
      <Popover.Content
        className="filter-menu period-menu"
        align="start"
        sideOffset={4}
        collisionPadding={16}
        aria-label="Periodo"
      >
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
      </Popover.Content>
    </Popover.Root>
  )
}
