import { CalendarIcon } from '@radix-ui/react-icons'
import { isStartOfDay } from '@tba/events/period.ts'
import { useRef, useState } from 'react'
import { onDemand, useOnDemand } from '../../../components/on-demand.ts'
import { IconButton } from '../filters/controls.tsx'
import { addDays, dayOf, lastDayBefore, momentName, startOfDay } from './rome-time.ts'
import './day-field.css'

const italianDate = (day: string) => day.split('-').reverse().join('/')

/** `2026-11-05` from a typed day, in Italian with any separator or none; null: not a day. */
export function parseDay(text: string): string | null {
  const typed = text.trim()
  const [, day = '', month = '', year] = /^(\d{1,2})\D?(\d{1,2})\D?(2\d{3})$/.exec(typed) ?? []
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed
  if (typed === '') return ''
  return /^2\d{3}-\d\d-\d\d$/.test(iso) && addDays(iso, 0) === iso ? iso : null
}

const calendar = onDemand(() => import('./day-calendar.popover.tsx'))

type Props = { value: string; set: (day: string) => void; label: string }

/** A day, typed or chosen in a calendar. The down arrow opens it. An invalid text stays, and changes nothing. */
export function DayField({ value, set, label }: Props) {
  /** While the field has the focus, a late answer does not change it. */
  const [typed, setTyped] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { Part: Calendar, isOpen, setOpen, open, preload } = useOnDemand(calendar)
  const isInvalid = typed !== null && parseDay(typed) === null
  function type(text: string) {
    setTyped(text)
    const day = parseDay(text)
    if (day !== null) set(day)
  }
  return (
    <span className="day-field">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="gg/mm/aaaa"
        maxLength={10}
        aria-label={label}
        aria-invalid={isInvalid}
        value={typed ?? italianDate(value)}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => isInvalid || setTyped(null)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
      />
      <IconButton
        ref={button}
        aria-label="Apri il calendario"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        {...preload}
      >
        <CalendarIcon aria-hidden />
      </IconButton>
      {Calendar && (
        <Calendar
          button={button}
          isOpen={isOpen}
          setOpen={setOpen}
          value={value}
          choose={day => {
            setTyped(null)
            set(day)
          }}
        />
      )}
    </span>
  )
}

type RangeProps = { from: string; to: string; set: (end: 'from' | 'to', at: string) => void; name?: string }

const isInsideDay = (at: string) => at !== '' && (dayOf(at) === '' || !isStartOfDay(at))

/** The end is the start of the day after. */
export function DayRange({ from, to, set, name }: RangeProps) {
  const of = name === undefined ? '' : `, ${name}`
  return (
    <>
      <DayField
        label={`Dal giorno${of}`}
        value={dayOf(from)}
        set={day => set('from', day && startOfDay(day))}
      />
      <DayField
        label={`Al giorno${of}`}
        value={lastDayBefore(to)}
        set={day => set('to', day && startOfDay(addDays(day, 1)))}
      />
      {(isInsideDay(from) || isInsideDay(to)) && (
        <span className="quiet small">{`${momentName(from) || '…'} – ${momentName(to) || '…'}`}</span>
      )}
    </>
  )
}
