import { useSyncExternalStore } from 'react'

const delayed = new Set<string>()
const listeners = new Set<() => void>()

/** Remembers whether the last read of this path was stale (`X-Stale`). */
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
