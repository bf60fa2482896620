import { useEffect, useEffectEvent, useState } from 'react'
import type { useFilters } from './filters.ts'

/** What was typed, once there was a pause after it: a single letter asks for nothing. */
export function useAfterPause(typed: string, pauseMs = 150): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return settled
}

type Filters = Pick<ReturnType<typeof useFilters>, 'of' | 'set'>

/** The text of a filter's field. After a pause it stands in the address. */
export function useTypedFilter(filters: Filters, name: string, pauseMs?: number) {
  const asked = filters.of(name)
  const [typed, setTyped] = useState(asked)
  const settled = useAfterPause(typed, pauseMs)
  const [known, setKnown] = useState(asked)
  if (asked !== known) {
    setKnown(asked)
    // The address changed by itself: by a link, or by going back. What was typed here stays, with the space behind a word.
    if (asked !== typed.trim()) setTyped(asked)
  }
  const narrow = useEffectEvent((text: string) => text !== asked && filters.set(name, text))
  useEffect(() => {
    narrow(settled.trim())
  }, [settled])
  return [typed, setTyped] as const
}
