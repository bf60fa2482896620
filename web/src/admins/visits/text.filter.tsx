import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useAfterPause } from '../palette/found.ts'
import { useOfferedValues } from './offered-values.ts'
import type { VisitFilterState } from './use-visit-filters.ts'

type Props = { name: 'page' | 'referrer'; label: string; filters: VisitFilterState }

/** Narrows the list as one types, or chooses what is offered; what it is narrowed to stands in the address. */
export function TextFilter({ name, label, filters }: Props) {
  const asked = filters.of(name)
  const [typed, setTyped] = useState(asked)
  const settled = useAfterPause(typed)
  // The address changed by itself: by a link, or by going back.
  const [known, setKnown] = useState(asked)
  if (asked !== known) {
    setKnown(asked)
    if (asked !== settled.trim()) setTyped(asked)
  }
  const narrow = useEffectEvent((text: string) => text !== asked && filters.set(name, text))
  useEffect(() => {
    narrow(settled.trim())
  }, [settled])
  const id = useId()
  const [isReached, setReached] = useState(false)
  const values = useOfferedValues(name, isReached)
  return (
    <>
      <input
        type="search"
        list={id}
        onFocus={() => setReached(true)}
        className="text-filter"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={2_048}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setTyped(event.target.value)}
      />
      <datalist id={id}>
        {values.map(value => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}
