import { useState } from 'react'
import { type Unit, unitOf, units } from './time-spans.ts'

type Props = {
  label: string
  /** Null: none. */
  seconds: number | null
  set: (seconds: number | null) => void
}

/** A span of time: how many of which unit. It counts once the field is left, or at Enter. */
export function SpanField({ label, seconds, set }: Props) {
  const [chosen, setChosen] = useState<Unit | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const unit = chosen && (seconds === null || seconds % chosen.seconds === 0) ? chosen : unitOf(seconds ?? 60)
  const amount = seconds === null ? '' : String(seconds / unit.seconds)

  function take() {
    if (typed !== null && typed !== amount) {
      const value = Number(typed)
      setRefused(typed !== '' && !(value > 0))
      if (typed === '') set(null)
      else if (value > 0) set(value * unit.seconds)
    }
    setTyped(null)
  }
  return (
    <span className="span-field">
      <input
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        aria-label={`${label}: quanto`}
        value={typed ?? amount}
        aria-invalid={isRefused}
        onChange={event => {
          setTyped(event.target.value)
          setRefused(false)
        }}
        onBlur={take}
        onKeyDown={event => event.key === 'Enter' && take()}
      />
      <select
        className="filter-select"
        aria-label={`${label}: unità`}
        value={unit.letter}
        onChange={event => {
          const next = units.find(({ letter }) => letter === event.target.value) ?? unit
          setChosen(next)
          if (seconds !== null) set((seconds / unit.seconds) * next.seconds)
        }}
      >
        {units.map(({ letter, name }) => (
          <option key={letter} value={letter}>
            {name}
          </option>
        ))}
      </select>
      {isRefused && (
        <span className="field-error" role="alert">
          Più di zero: resta com’era.
        </span>
      )}
    </span>
  )
}
