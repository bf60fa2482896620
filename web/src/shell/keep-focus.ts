import { type MouseEvent, useState } from 'react'

/**
 * For a button below fields that are checked on blur. Pressing it does not take the focus from a field: the message that
 * the blur would show could move the button from under the pointer, so that the press is lost.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }

/** For what opens over a page, as it closes: what had the focus gets it back, unless somebody has gone elsewhere meanwhile. */
export function useFocusBack() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    // The bar of a chart is drawn, and no element of HTML.
    const isFocusable = opener instanceof HTMLElement || opener instanceof SVGElement
    if (isFocusable && document.activeElement === document.body) opener.focus()
  }
}
