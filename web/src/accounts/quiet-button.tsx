import type { ReactNode } from 'react'
import { keepFocus } from '../shell/keep-focus.ts'

/** A button that looks like a link, below a form. */
export function QuietButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="quiet-button" {...keepFocus} onClick={onPress}>
      {children}
    </button>
  )
}
