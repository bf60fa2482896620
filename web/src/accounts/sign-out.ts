import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { request, serverMessage } from '../shell/http.ts'
import { useToast } from '../shell/toast.ts'
import { forgetCustomer } from './current-user.ts'

/** Signs out and goes to `/`, on failure too: then `/` asks the server again who is signed in. */
export function useSignOut() {
  const navigate = useNavigate()
  const toast = useToast()
  const { mutate } = useSWRConfig()
  return async () => {
    let user: null | undefined = null
    try {
      await request('POST', '/api/logout')
      toast({ title: 'Logout effettuato', description: 'Arrivederci!' })
    } catch (error) {
      console.error('Logout non riuscito', error)
      const description = serverMessage(error, 'Impossibile connettersi al server')
      toast({ title: 'Errore di logout', description, destructive: true })
      user = undefined
    }
    // Both in one render: the dashboard never shows itself without its customer.
    navigate('/')
    forgetCustomer(mutate, user)
  }
}
