import type { CheckIcon } from '@radix-ui/react-icons'
import type { ReactNode } from 'react'
import { count, percent } from '../../../components/format.ts'
import { duration } from '../time/durations.ts'
import './progress.css'

type WordProps = { Icon: typeof CheckIcon; state: string; children: ReactNode }

/** A sign and a word: colour only adds to them. */
export const StateWord = ({ Icon, state, children }: WordProps) => (
  <span className="state-word" data-state={state}>
    <Icon aria-hidden /> {children}
  </span>
)

/** `share` in percent; null: unknown. */
type ProgressProps = { label: string; share: number | null; children: ReactNode }

export const Progress = ({ label, share, children }: ProgressProps) => (
  <div className="build-progress">
    <progress max={100} {...(share !== null && { value: share })} aria-label={label} />
    <span>{children}</span>
  </div>
)

type Pace = {
  percent: number | null
  done: number
  total?: number | null
  perSecond: number
  secondsLeft: number | null
}

/** «12%, 3 di 5 eventi, 4/s, ancora 3 min». */
export const progressText = ({ percent: share, done, total, perSecond, secondsLeft }: Pace) =>
  [
    share !== null && percent(share),
    `${count(done)} ${total ? `di ${count(total)} ` : ''}eventi`,
    `${count(Math.round(perSecond))}/s`,
    secondsLeft !== null && `ancora ${duration(secondsLeft)}`,
  ]
    .filter(Boolean)
    .join(', ')
