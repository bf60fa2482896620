import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { Select, TypedField } from '../../parts/filters/controls.tsx'
import { type Unit, unitOf, units } from '../../parts/time/durations.ts'
import type { Problems } from './draft.ts'

export const ProblemsOf = createContext<Problems>({})

export function Problem({ path }: { path: string }) {
  const message = useContext(ProblemsOf)[path]
  return message ? (
    <p className="field-error" role="alert">
      {message}
    </p>
  ) : null
}

const unitOptions = units.map(({ letter: value, many: label }): Option => ({ value, label }))
type Option = { value: string; label: string }

type DurationProps = {
  label: string
  /** Null: none. */
  seconds: number | null
  set: (seconds: number | null) => void
}

export function DurationField({ label, seconds, set }: DurationProps) {
  const [chosen, setChosen] = useState<Unit | null>(null)
  const unit = chosen && (seconds === null || seconds % chosen.seconds === 0) ? chosen : unitOf(seconds ?? 60)
  return (
    <span className="span-field">
      <TypedField
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        aria-label={`${label}: quanto`}
        value={seconds === null ? '' : String(seconds / unit.seconds)}
        onCommit={typed => set(typed === '' ? null : Number(typed) * unit.seconds)}
      />
      <Select
        aria-label={`${label}: unità`}
        options={unitOptions}
        value={unit.letter}
        choose={letter => {
          const next = units.find(known => known.letter === letter) ?? unit
          setChosen(next)
          if (seconds !== null) set((seconds / unit.seconds) * next.seconds)
        }}
      />
    </span>
  )
}

/** After a change of a list, a button of an item gets the focus. Without the item: `fallback`. */
export function useItemFocus<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const fallback = useRef<HTMLButtonElement>(null)
  const [focusTarget, setFocusTarget] = useState<{ at: number; selector: string }>()
  useEffect(() => {
    if (!focusTarget) return
    const item = list.current?.children[focusTarget.at]
    const button = item?.querySelector<HTMLElement>(focusTarget.selector) ?? item?.querySelector('button')
    ;(button ?? fallback.current)?.focus()
  }, [focusTarget])
  const focusItem = (at: number, selector = 'button') => setFocusTarget({ at, selector })
  return { list, fallback, focusItem }
}
