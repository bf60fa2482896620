import type { ReactNode } from 'react'
import { FilterButton } from './controls.tsx'
import type { Unread } from './filters.ts'
import './unread-note.css'

type Props = { unread: readonly Unread[]; drop: () => void; children: ReactNode }

/** What of the address nobody can read: it stays there until somebody takes it off, and nothing is counted meanwhile. */
export const UnreadNote = ({ unread, drop, children }: Props) =>
  unread.length > 0 && (
    <div className="unread-note" role="alert">
      <p>L’indirizzo è danneggiato: {children}</p>
      <ul>
        {unread.map(([name, value]) => (
          <li key={`${name} ${value}`} className="mono">
            {name}={value}
          </li>
        ))}
      </ul>
      <FilterButton onClick={drop}>Togli ciò che non si legge</FilterButton>
    </div>
  )
