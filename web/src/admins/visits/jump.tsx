import { Button } from '@radix-ui/themes'
import type { ReactNode } from 'react'

type Props = {
  /** Null: there is nothing there to go to. */
  to: number | null
  go: (to: number) => void
  children: ReactNode
  title?: string
  'aria-label'?: string
  'aria-current'?: 'step' | undefined
}

/** Where nothing is left to go to, it stays in reach and says so: a disabled button would drop the focus. */
export const Jump = ({ to, go, ...button }: Props) => (
  <Button
    variant="outline"
    aria-disabled={to === null}
    onClick={() => (to === null ? undefined : go(to))}
    {...button}
  />
)
