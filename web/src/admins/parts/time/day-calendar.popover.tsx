import { romeDay } from '@tba/events/rome-day.ts'
import { DayPicker } from 'react-day-picker'
import { it } from 'react-day-picker/locale/it'
import { ButtonPopover, type Opened } from '../filters/button-popover.tsx'

type Props = Opened & { value: string; choose: (day: string) => void }

/** The calendar counts in days of this browser: noon lies in the same day everywhere. */
const noonOf = (day: string) => new Date(`${day}T12:00:00`)
const dayAt = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')

/** A month of days. Arrows go from day to day, Page Up and Page Down from month to month. */
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
