import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { request, setCustomer } from '../api/http.ts'
import { useFailure, useToast } from '../toasts/toast.ts'

type Session = {
  number: number
  /** The key of the history entry at which the session ended by itself. */
  endedAt: string | null
  /** The customer is just ending it. */
  isLeaving: boolean
}

/**
 * Each session in this browser has its own cache. So the next customer sees nothing of the last one, not even a late
 * answer.
 */
const sessionAtom = atom<Session>({ number: 1, endedAt: null, isLeaving: false })

export const useSessionNumber = () => useAtomValue(sessionAtom).number

/** @returns whether the session of this rendering is over: nothing can be put into its cache */
export function useIsSessionOver() {
  const store = useStore()
  const { number } = useAtomValue(sessionAtom)
  return () => store.get(sessionAtom).number !== number
}

/** Empties the cache: after a sign-out. */
export function useNewSession() {
  const set = useSetAtom(sessionAtom)
  return () => {
    setCustomer(null)
    set(({ number }) => ({ number: number + 1, endedAt: null, isLeaving: false }))
  }
}

/** Call it before a sign-out, so that the end of the session shows no notice. @returns how to undo it */
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
      setCustomer(null)
      return { number: session.number + 1, endedAt: key, isLeaving: false }
    })
}

export function useSessionEnded() {
  const { endedAt } = useAtomValue(sessionAtom)
  return useLocation().key === endedAt
}

/** Signs out and goes to `/`, on failure too: there the server is asked again who is signed in. */
export function useSignOut() {
  const navigate = useNavigate()
  const toast = useToast()
  const fail = useFailure()
  const newSession = useNewSession()
  const leaveSession = useLeaveSession()
  return async () => {
    leaveSession()
    try {
      await request('POST', '/api/logout')
      toast({ title: 'Logout effettuato', description: 'Arrivederci!' })
    } catch (error) {
      console.error('Logout non riuscito', error)
      fail(error, 'Impossibile connettersi al server', 'Errore di logout')
    }
    // Both in one render, so that the dashboard is never rendered without a customer.
    navigate('/')
    newSession()
  }
}
