import type { ReactNode } from 'react'

/** A button that looks like a link, below a form. */
export function QuietButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="quiet-button"
      // The focus stays in its field: the field's check would move this button away from under the pointer.
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
