import { useNavigate } from 'react-router-dom'
import { request } from '../api/http.ts'
import { useFailure, useToast } from '../toasts/toast.ts'
import { useLeaveSession, useNewSession } from './session.ts'

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
