import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

const isOnline = () => navigator.onLine

/** Says that the network is gone, and nothing once it is back. */
export function Offline() {
  const online = useSyncExternalStore(subscribe, isOnline, () => true)
  return (
    <p className="offline" role="status" hidden={online}>
      {online ? '' : 'Sei offline: riprova quando la connessione torna.'}
    </p>
  )
}
