import type { ActivateBot } from '@tba/events/setup/commands.ts'
import type { ActiveBot } from '@tba/events/setup/views.ts'
import useSWR from 'swr'
import useSWRMutation from 'swr/mutation'
import { useActivityChanged } from '../accounts/activity.ts'
import { useCurrentUser } from '../accounts/current-user.ts'
import { command } from '../shell/http.ts'

const key = '/api/user/bots'

/** Oldest first. */
export function useActiveBots() {
  const { isAuthenticated } = useCurrentUser()
  return useSWR<ActiveBot[], Error>(isAuthenticated ? key : null)
}

export function useActivateBot() {
  const onSuccess = useActivityChanged()
  return useSWRMutation(key, (_key, { arg }: { arg: ActivateBot }) => command<ActiveBot>('POST', key, arg), {
    onSuccess,
  })
}
