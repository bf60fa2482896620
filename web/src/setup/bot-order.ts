import type { ActivateBot } from '@tba/events/setup/commands.ts'
import { type BotType, bots } from '@tba/events/setup/plans.ts'

/** What a bot gets of the budget: all of it, up to twice the bot's minimum. */
export function botOrder(botType: BotType, budgetEuro: number): ActivateBot {
  const bot = bots[botType]
  return {
    botType,
    strategyName: bot.name,
    allocatedAmount: Math.min(budgetEuro, bot.minimumEuro * 2),
  }
}
