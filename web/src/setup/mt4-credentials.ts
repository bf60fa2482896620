import type { SaveCredentials } from '@tba/events/setup/commands.ts'
import type { Credentials } from '@tba/events/setup/views.ts'
import useSWR from 'swr'
import useSWRMutation from 'swr/mutation'
import { useActivityChanged } from '../accounts/activity.ts'
import { useCurrentUser } from '../accounts/current-user.ts'
import { command } from '../shell/http.ts'

const key = '/api/user/mt4-credentials'

/** Oldest first; never with a password. */
export function useCredentials() {
  const { isAuthenticated } = useCurrentUser()
  return useSWR<Credentials[], Error>(isAuthenticated ? key : null)
}

export function useSaveCredentials() {
  const onSuccess = useActivityChanged()
  return useSWRMutation(
    key,
    (_key, { arg }: { arg: SaveCredentials }) => command<Credentials>('POST', key, arg),
    { onSuccess },
  )
}
