import { CheckIcon } from '@radix-ui/react-icons'
import type { ReactNode } from 'react'

type Props = {
  number: string
  title: string
  done: boolean
  /** Why the step cannot be taken yet. */
  blocked?: { id: string; reason: string } | undefined
  children: ReactNode
}

/** One row of the checklist. */
export function Step({ number, title, done, blocked, children }: Props) {
  return (
    <li className="step" data-done={done} data-blocked={Boolean(blocked)}>
      <span className="step-number" aria-hidden>
        {number}
      </span>
      <div className="step-body">
        <header>
          <h3>
            <span className="visually-hidden">Passo {number}: </span>
            {title}
          </h3>
          <span className="step-state">
            {done && <CheckIcon aria-hidden />}
            {done ? 'Completato' : 'Da completare'}
          </span>
        </header>
        {blocked && (
          <p className="step-blocked" id={blocked.id}>
            {blocked.reason}
          </p>
        )}
        {children}
      </div>
    </li>
  )
}
