import type { MouseEvent } from 'react'

/**
 * For a button below fields that are checked when they are left: the focus stays in its field, as the field's message
 * would move the button away from under the pointer, and the press would be lost.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }
