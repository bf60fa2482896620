import type { ActivateBot, SaveCredentials } from '@tba/events/setup/commands.ts'
import type { ActiveBot, Credentials } from '@tba/events/setup/views.ts'
import { useActivityChanged } from '../accounts/activity.ts'
import { useOwn } from '../accounts/current-user.ts'
import { useCommand } from '../shell/use-command.ts'

const botsKey = '/api/user/bots'
const credentialsKey = '/api/user/mt4-credentials'

/** Oldest first. */
export const useActiveBots = () => useOwn<ActiveBot[]>(botsKey)
export const useActivateBot = () =>
  useCommand<ActivateBot, ActiveBot>('POST', botsKey, { onSuccess: useActivityChanged() })

/** Oldest first; never with a password. */
export const useCredentials = () => useOwn<Credentials[]>(credentialsKey)
export const useSaveCredentials = () =>
  useCommand<SaveCredentials, Credentials>('POST', credentialsKey, { onSuccess: useActivityChanged() })
