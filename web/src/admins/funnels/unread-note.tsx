import type { Unread } from './draft-address.ts'

/** What of the address says nothing: it stays there until somebody takes it off, and nothing is counted meanwhile. */
export function UnreadNote({ unread, drop }: { unread: readonly Unread[]; drop: () => void }) {
  if (unread.length === 0) return null
  return (
    <div className="unread-note" role="alert">
      <p>
        L’indirizzo è danneggiato:{' '}
        {unread.length === 1 ? 'una parte non si legge' : 'alcune parti non si leggono'}. Il resto è qui
        sotto, e non è andato perso niente.
      </p>
      <ul>
        {unread.map(([name, value]) => (
          <li key={`${name} ${value}`} className="mono">
            {name}={value}
          </li>
        ))}
      </ul>
      <button type="button" className="filter-button" onClick={drop}>
        Togli ciò che non si legge
      </button>
    </div>
  )
}
