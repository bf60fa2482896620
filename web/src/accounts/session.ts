import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useLocation } from 'react-router-dom'
import { actFor } from '../api/http.ts'

type Session = {
  number: number
  /** The key of the history entry at which the session ended by itself. */
  endedAt: string | null
  /** The customer is just ending it. */
  isLeaving: boolean
}

/**
 * Each session at this browser reads into a cache of its own, so that the next customer sees nothing of the
 * last, not even an answer that was still on its way.
 */
const sessionAtom = atom<Session>({ number: 1, endedAt: null, isLeaving: false })

export const useSessionNumber = () => useAtomValue(sessionAtom).number

/** @returns whether the session of this rendering is over, in whose cache nothing can be put any more */
export function useIsSessionOver() {
  const store = useStore()
  const { number } = useAtomValue(sessionAtom)
  return () => store.get(sessionAtom).number !== number
}

/** Empties the cache: after a sign-out. */
export function useNewSession() {
  const set = useSetAtom(sessionAtom)
  return () => {
    actFor(null)
    set(({ number }) => ({ number: number + 1, endedAt: null, isLeaving: false }))
  }
}

/** To be called before a customer signs out, so that the end of the session shows no notice. @returns how to undo it */
export function useLeaveSession() {
  const set = useSetAtom(sessionAtom)
  const setLeaving = (isLeaving: boolean) => set(session => ({ ...session, isLeaving }))
  return () => {
    setLeaving(true)
    return () => setLeaving(false)
  }
}

/** Empties the cache and remembers where: the server refused the session of an open page. */
export function useEndSession() {
  const set = useSetAtom(sessionAtom)
  const { key } = useLocation()
  return () =>
    set(session => {
      if (session.isLeaving) return session
      actFor(null)
      return { number: session.number + 1, endedAt: key, isLeaving: false }
    })
}

export function useSessionEnded() {
  const { endedAt } = useAtomValue(sessionAtom)
  return useLocation().key === endedAt
}
