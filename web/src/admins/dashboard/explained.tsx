import { InfoCircledIcon } from '@radix-ui/react-icons'
import { type ReactNode, useId } from 'react'
import './explained.css'

/** A word whose meaning stands beside it at a hover, a tap or the keyboard's focus. */
export function Explained({ word, children }: { word: string; children: ReactNode }) {
  const id = useId()
  return (
    <span className="explained">
      <button type="button" aria-describedby={id}>
        {word}
        <InfoCircledIcon aria-hidden />
      </button>
      <span role="tooltip" id={id}>
        {children}
      </span>
    </span>
  )
}
