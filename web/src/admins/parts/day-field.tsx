import { useId, useState } from 'react'
import { dayOf, daysFrom, lastDayBefore, startOfDay } from './rome-time.ts'

type Props = {
  id: string
  value: string
  set: (day: string) => void
  /** For whoever hears it, where the label beside it does not say all. */
  spoken?: string
}

/** While a year is typed by its digits, the field has a day of the year 2, then 20, then 202. */
const isTyping = (day: string) => day !== '' && day < '2000'

/** A day to filter by. One that is being typed counts from the year 2000 on, or when the field is left. */
export function DayField({ id, value, set, spoken }: Props) {
  /** What the field has as long as somebody is in it: an answer that comes late changes nothing under their fingers. */
  const [typed, setTyped] = useState<string | null>(null)
  function type(day: string) {
    setTyped(day)
    if (!isTyping(day)) set(day)
  }
  function leave() {
    if (typed !== null && isTyping(typed)) set(typed)
    setTyped(null)
  }
  return (
    <input
      id={id}
      type="date"
      aria-label={spoken}
      value={typed ?? value}
      max="2999-12-31"
      onChange={event => type(event.target.value)}
      onBlur={leave}
    />
  )
}

type RangeProps = {
  labels: readonly [from: string, to: string]
  /** Moments; empty: none. */
  from: string
  to: string
  set: (end: 'from' | 'to', at: string) => void
  /** Of which period, for whoever hears it. */
  spoken?: string
}

/** From which day of Rome to which: the end is the moment in which the day after begins. */
export function DayRange({ labels: [first, last], from, to, set, spoken }: RangeProps) {
  const id = useId()
  const field = (label: string, value: string, choose: (day: string) => void) => (
    <p>
      <label htmlFor={id + label}>{label}</label>
      <DayField
        id={id + label}
        {...(spoken && { spoken: `${label}, ${spoken}` })}
        value={value}
        set={choose}
      />
    </p>
  )
  return (
    <>
      {field(first, dayOf(from), day => set('from', day && startOfDay(day)))}
      {field(last, lastDayBefore(to), day => set('to', day && startOfDay(daysFrom(day, 1))))}
    </>
  )
}
