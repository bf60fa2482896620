import type { ActivateBot } from '@tba/events/setup/commands.ts'
import { type BotType, bots } from '@tba/events/setup/plans.ts'
import type { ActiveBot } from '@tba/events/setup/views.ts'
import useSWR from 'swr'
import useSWRMutation from 'swr/mutation'
import { useCurrentUser } from '../accounts/current-user.ts'
import { command } from '../shell/http.ts'

const key = '/api/user/bots'

export function useActiveBots() {
  const { isAuthenticated } = useCurrentUser()
  return useSWR<ActiveBot[], Error>(isAuthenticated ? key : null)
}

export const useActivateBot = () =>
  useSWRMutation(key, (_key, { arg }: { arg: ActivateBot }) => command<ActiveBot>('POST', key, arg))

/** What a bot gets of the budget: all of it, up to twice the bot's minimum. */
export function botOrder(botType: BotType, budgetEuro: number): ActivateBot {
  const bot = bots[botType]
  return {
    botType,
    strategyName: bot.name,
    allocatedAmount: Math.min(budgetEuro, bot.minimumEuro * 2),
  }
}
