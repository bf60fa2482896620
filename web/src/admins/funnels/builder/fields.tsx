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

const unitOptions = units.map(({ letter, many }) => ({ value: letter as string, label: many }))

type SpanProps = {
  label: string
  /** Null: none. */
  seconds: number | null
  set: (seconds: number | null) => void
}

export function SpanField({ label, seconds, set }: SpanProps) {
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
        take={typed => set(typed === '' ? null : Number(typed) * unit.seconds)}
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

/** After a change of a list, a button of an item gets the focus. Without the item: `otherwise`. */
export function useItemFocus<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const otherwise = useRef<HTMLButtonElement>(null)
  const [wanted, setWanted] = useState<{ at: number; selector: string }>()
  useEffect(() => {
    if (!wanted) return
    const item = list.current?.children[wanted.at]
    const button = item?.querySelector<HTMLElement>(wanted.selector) ?? item?.querySelector('button')
    ;(button ?? otherwise.current)?.focus()
  }, [wanted])
  const focusItem = (at: number, selector = 'button') => setWanted({ at, selector })
  return { list, otherwise, focusItem }
}
