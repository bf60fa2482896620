import { Button } from '@radix-ui/themes'
import type { ReactNode } from 'react'
import type { Choice } from '../filters/filter-menu.popover.tsx'
import { FilterMenu } from '../filters/menus.tsx'
import { MomentOf } from '../time/times.tsx'
import { eventChoices, eventName } from '../words/event-kind.tsx'
import './page-title.css'

type Answer = {
  data?: { readAt: Date } | undefined
  isValidating: boolean
  mutate: () => Promise<unknown>
}
type TitleProps = { title: string; answer: Answer; children: ReactNode }

/** What is counted here, when it was, and a way to have it counted again. */
export const CountingTitle = ({ title, answer: { data, isValidating, mutate }, children }: TitleProps) => (
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

type ChoiceProps = {
  name: string
  chosen: string
  choose: (type: string) => void
  /** Beside the types. */
  kinds?: readonly Choice[]
}

/** One type of events, offered as one types. */
export const EventChoice = ({ name, chosen, choose, kinds = [] }: ChoiceProps) => (
  <FilterMenu
    name={`${name}: ${eventName(chosen)}`}
    hint="Cerca un evento…"
    choices={() => [...kinds, ...eventChoices]}
    chosen={[chosen]}
    choose={choose}
  />
)
