import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useSyncExternalStore } from 'react'

/** Whether the live stream is lost; `navigator.onLine` may be true then. */
const connectionLostAtom = atom(false)
export const useSetConnectionLost = () => useSetAtom(connectionLostAtom)

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** Shows that the network or the server is not reachable. */
export function Offline() {
  const isOnline = useOnline()
  const isLost = useAtomValue(connectionLostAtom)
  const lost = isLost ? 'Connessione con il server persa: i dati si aggiornano da soli appena torna.' : ''
  return (
    <p className="offline" role="status" hidden={isOnline && !isLost}>
      {isOnline ? lost : 'Sei offline: riprova quando la connessione torna.'}
    </p>
  )
}
