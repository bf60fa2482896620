import { Button } from '@radix-ui/themes'
import type { ReactNode } from 'react'
import { MomentOf } from './times.tsx'

type Answer = {
  data?: { readAt: Date } | undefined
  isValidating: boolean
  mutate: () => Promise<unknown>
}
type Props = { title: string; answer: Answer; children: ReactNode }

/** What is counted here, when it was, and a way to have it counted again. */
export const CountingTitle = ({ title, answer: { data, isValidating, mutate }, children }: Props) => (
  <header className="console-title">
    <h1>{title}</h1>
    <p className="quiet small">
      {children}{' '}
      {data && (
        <span role="status">
          Contato il <MomentOf at={data.readAt.toISOString()} />.
        </span>
      )}
    </p>
    <Button variant="outline" aria-disabled={isValidating} onClick={() => isValidating || mutate()}>
      {isValidating ? 'Conteggio...' : 'Riconta'}
    </Button>
  </header>
)
