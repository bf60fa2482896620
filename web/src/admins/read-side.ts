import { useSyncExternalStore } from 'react'

const delayed = new Set<string>()
const listeners = new Set<() => void>()

/** Whether the newest read of this address did not hold yet what was written before it (`X-Stale`). */
export function noteDelay(path: string, isDelayed: boolean) {
  if (isDelayed) delayed.add(path)
  else delayed.delete(path)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReadSideDelayed = () =>
  useSyncExternalStore(
    subscribe,
    () => delayed.size > 0,
    () => false,
  )
