import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'

type Values = Record<string, string>

/**
 * Calls `read` with the named fields that have a value: at once, and whenever the person comes to them. A field may be
 * filled in before the code of the page is there, or without an event, as password managers do; React would empty it.
 */
export function useGivenValues(within: RefObject<HTMLElement | null>, read: (given: Values) => void) {
  const readNow = useEffectEvent(() => {
    const given: Values = {}
    for (const field of within.current?.querySelectorAll<HTMLInputElement>('[name]') ?? []) {
      const isChosen = field.type !== 'radio' || field.checked
      const value = field.dataset.given ?? field.value
      delete field.dataset.given
      if (isChosen && value !== '') given[field.name] = value
    }
    read(given)
  })
  useLayoutEffect(() => {
    const element = within.current
    readNow()
    const later = ({ type }: Event) => {
      // At once, so that the field's own handler, which runs next, adds to what was read.
      if (type === 'change') flushSync(readNow)
      else readNow()
    }
    const moments = ['focusin', 'pointerover', 'keydown', 'change'] as const
    for (const moment of moments) element?.addEventListener(moment, later)
    return () => {
      for (const moment of moments) element?.removeEventListener(moment, later)
    }
  }, [within])
}
