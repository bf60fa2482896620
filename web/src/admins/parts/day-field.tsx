import { useState } from 'react'

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
