import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'react-router-dom'

/**
 * Each session at this browser reads into a cache of its own, so that the next customer sees nothing of the
 * last, not even an answer that was still on its way. `endedAt` is the history entry whose session ended by itself.
 */
const sessionAtom = atom<{ number: number; endedAt: string | null }>({ number: 1, endedAt: null })

export const useSessionNumber = () => useAtomValue(sessionAtom).number

/** Empties the cache: after a sign-out. */
export function useNewSession() {
  const set = useSetAtom(sessionAtom)
  return () => set(({ number }) => ({ number: number + 1, endedAt: null }))
}

/** Empties the cache and remembers where: the server refused the session of an open page. */
export function useEndSession() {
  const set = useSetAtom(sessionAtom)
  const { key } = useLocation()
  return () => set(({ number }) => ({ number: number + 1, endedAt: key }))
}

export function useSessionEnded() {
  const { endedAt } = useAtomValue(sessionAtom)
  return useLocation().key === endedAt
}
