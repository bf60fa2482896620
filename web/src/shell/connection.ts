import { useSyncExternalStore } from 'react'

/** Whether the live stream is lost; `navigator.onLine` may be true all the same. */
let isLost = false
const listeners = new Set<() => void>()

export function setConnectionLost(lost: boolean) {
  if (lost === isLost) return
  isLost = lost
  for (const listener of listeners) listener()
}

function subscribe(onChange: () => void) {
  listeners.add(onChange)
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    listeners.delete(onChange)
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

type Connection = 'online' | 'lost' | 'offline'

function state(): Connection {
  if (!navigator.onLine) return 'offline'
  return isLost ? 'lost' : 'online'
}

export const useConnection = () => useSyncExternalStore(subscribe, state, (): Connection => 'online')
