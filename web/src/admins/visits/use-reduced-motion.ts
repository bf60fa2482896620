import { useSyncExternalStore } from 'react'

const reduced = '(prefers-reduced-motion: reduce)'

function subscribe(listener: () => void) {
  const query = matchMedia(reduced)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useReducedMotion = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(reduced).matches,
    () => false,
  )
