import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import type { EventFilters } from './event-filters.ts'

const waitMs = 350

type Props = { filters: EventFilters; field: Ref<HTMLInputElement>; leave: () => void }

/** Searched for once typing pauses, or at Enter; Escape empties it and goes back to the list. */
export function WordsField({ filters, field, leave }: Props) {
  const sought = filters.of('q')
  const [typed, setTyped] = useState(sought)
  const [before, setBefore] = useState(sought)
  if (sought !== before) {
    setBefore(sought)
    // Changed elsewhere: a chip was taken off, another address opened. What was typed here stays, with the space behind a word.
    if (sought !== typed.trim()) setTyped(sought)
  }
  const words = typed.trim()
  const { set, params } = filters
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` is another function each time, and sets these `params`.
  useEffect(() => {
    if (words === sought) return
    const timer = setTimeout(() => set('q', words), waitMs)
    return () => clearTimeout(timer)
  }, [words, sought, params])

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      set('q', words)
      leave()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      setTyped('')
      set('q', '')
      leave()
    }
  }
  return (
    <span className="words-field">
      <MagnifyingGlassIcon aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label="Parole"
        placeholder="Parole: pagina, elemento, id…"
        maxLength={200}
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={press}
      />
    </span>
  )
}
