import type { Activity } from '@tba/events/accounts/activity.ts'
import { useSWRConfig } from 'swr'
import { useOwn } from './current-user.ts'

const key = '/api/user/activity'

/** What the customer did, newest first; read at every visit of the screen, since what they do elsewhere adds to it. */
export const useActivity = () => useOwn<Activity>(key, { revalidateOnMount: true })

/** To be called after a command has succeeded: reads the activity again. */
export function useActivityChanged() {
  const { mutate } = useSWRConfig()
  return () => {
    mutate(key)
  }
}
