import { useState } from 'react'

// Its own file: the first load of a console page needs it, but no dialogs or forms.

/** As a `ref`: the element has the focus as soon as it is there. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()

/** As a `ref`: the element takes the focus that went with what it replaces. */
export function takeLostFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** Returns the focus to the element that had it, unless the focus is somewhere else by now. */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    // The bar of a chart is an SVG element.
    const isFocusable = opener instanceof HTMLElement || opener instanceof SVGElement
    if (isFocusable && document.activeElement === document.body) opener.focus()
  }
}

/** A dialog moves the focus from its end to its start without a scroll. A pressed button must not move. */
export function showFocused({ target }: { target: EventTarget }) {
  if (target instanceof Element && target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest' })
}
