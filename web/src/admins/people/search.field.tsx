import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { TextField } from '@radix-ui/themes'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAfterPause } from '../palette/found.ts'
import { useFilters } from '../parts/filters.ts'
import '../../shell/look/controls.css'

/** Searches as one types; what is searched for stands in the address. */
export function SearchField({ label }: { label: string }) {
  const filters = useFilters()
  const asked = filters.of('q')
  const [typed, setTyped] = useState(asked)
  const settled = useAfterPause(typed)
  // The address changed by itself: by a link, or by going back.
  const [known, setKnown] = useState(asked)
  if (asked !== known) {
    setKnown(asked)
    if (asked !== settled.trim()) setTyped(asked)
  }
  const search = useEffectEvent((words: string) => words !== asked && filters.set('q', words))
  useEffect(() => {
    search(settled.trim())
  }, [settled])
  return (
    <TextField.Root
      type="search"
      size="3"
      className="people-search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      onChange={event => setTyped(event.target.value)}
    >
      <TextField.Slot>
        <MagnifyingGlassIcon aria-hidden />
      </TextField.Slot>
    </TextField.Root>
  )
}
