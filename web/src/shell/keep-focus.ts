import type { MouseEvent } from 'react'

/**
 * For a button below fields that are checked on blur. Pressing it does not take the focus from a field: the message that
 * the blur would show could move the button from under the pointer, so that the press is lost.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }
