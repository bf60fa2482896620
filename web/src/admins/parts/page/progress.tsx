import type { CheckIcon } from '@radix-ui/react-icons'
import type { ReactNode } from 'react'
import './progress.css'

type WordProps = { Sign: typeof CheckIcon; state: string; children: ReactNode }

/** A sign and a word: colour only adds to them. */
export const StateWord = ({ Sign, state, children }: WordProps) => (
  <span className="state-word" data-state={state}>
    <Sign aria-hidden /> {children}
  </span>
)

/** `share` in percent; null: unknown. */
export const Progress = ({
  label,
  share,
  children,
}: {
  label: string
  share: number | null
  children: ReactNode
}) => (
  <div className="build-progress">
    <progress max={100} {...(share !== null && { value: share })} aria-label={label} />
    <span>{children}</span>
  </div>
)
