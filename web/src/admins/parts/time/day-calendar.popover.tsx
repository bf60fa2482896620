import { romeDay } from '@tba/events/rome-day.ts'
import { DayPicker } from 'react-day-picker'
import { it } from 'react-day-picker/locale/it'
import { ButtonPopover, type PopoverState } from '../filters/button-popover.tsx'

type Props = PopoverState & { value: string; choose: (day: string) => void }

/** Noon is on the same day in every time zone. */
const noonOf = (day: string) => new Date(`${day}T12:00:00`)
const dayAt = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')

export default function DayCalendarPopover({ value, choose, ...opened }: Props) {
  const [today, day] = [noonOf(romeDay(new Date())), value === '' ? undefined : noonOf(value)]
  return (
    <ButtonPopover {...opened} className="filter-menu day-calendar" label="Calendario">
      <DayPicker
        autoFocus
        mode="single"
        required
        locale={it}
        today={today}
        selected={day}
        defaultMonth={day ?? today}
        onSelect={date => {
          choose(dayAt(date))
          opened.setOpen(false)
        }}
      />
    </ButtonPopover>
  )
}
