import type { ReactNode } from 'react'
import type { Choice } from '../filters/filter-menu.popover.tsx'
import { FilterMenu } from '../filters/menus.tsx'
import { MomentOf } from '../time/times.tsx'
import { eventChoices, eventName } from '../words/event-name.tsx'
import { ReadButton } from './read-button.tsx'
import './page-title.css'

type CountedProps = {
  title: string
  answer: { data?: { readAt: Date } | undefined; isValidating: boolean; mutate: () => Promise<unknown> }
  children: ReactNode
}

export const CountingTitle = ({ title, answer: { data, isValidating, mutate }, children }: CountedProps) => (
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
    <ReadButton label="Riconta" pending="Conteggio..." isBusy={isValidating} read={mutate} />
  </header>
)

type PollingProps = { title: string; data: unknown; error: Error | undefined }

export const PollingTitle = ({ title, data, error }: PollingProps) => (
  <header className="console-title">
    <h1>{title}</h1>
    <p className="quiet small" role="status">
      {data !== undefined && (error ? 'Non aggiornato: il server non risponde' : 'Aggiornato da solo')}
    </p>
  </header>
)

export const CountingRules = ({ rules, isOpen = false }: { rules: readonly string[]; isOpen?: boolean }) => (
  <details className="note how-counted" open={isOpen}>
    <summary>Come si conta</summary>
    <ul>
      {rules.map(rule => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  </details>
)

type ChoiceProps = { name: string; chosen: string; choose: (type: string) => void; kinds?: readonly Choice[] }

export const EventChoice = ({ name, chosen, choose, kinds = [] }: ChoiceProps) => (
  <FilterMenu
    name={`${name}: ${eventName(chosen)}`}
    hint="Cerca un evento…"
    choices={() => [...kinds, ...eventChoices]}
    chosen={[chosen]}
    choose={choose}
  />
)
