import type { Activity } from '@tba/events/accounts/views.ts'
import useSWR, { useSWRConfig } from 'swr'
import { useCurrentUser } from './current-user.ts'

const key = '/api/user/activity'

/** What the customer did, newest first; asked for at every visit of the screen, since every other one adds to it. */
export function useActivity() {
  const { isAuthenticated } = useCurrentUser()
  return useSWR<Activity, Error>(isAuthenticated ? key : null, { revalidateOnMount: true })
}

/** For a command that was answered well: what was done stands in the activity. */
export function useActivityChanged() {
  const { mutate } = useSWRConfig()
  return () => {
    mutate(key)
  }
}
