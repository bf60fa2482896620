import { atom } from 'jotai'
import { z } from 'zod'
import { riskLevels } from '../content/risk-level.ts'

const maxTradesMessage = 'Inserisci un numero da 1 a 100'

export const botSettings = z.object({
  risk: z.enum(riskLevels),
  maxDailyLossPercent: z.number().min(1).max(20).multipleOf(0.5),
  maxTrades: z
    .number(maxTradesMessage)
    .int(maxTradesMessage)
    .min(1, maxTradesMessage)
    .max(100, maxTradesMessage),
  tradingHours: z.enum(['24h', 'market', 'custom']),
  autoStop: z.boolean(),
  notifications: z.boolean(),
})
export type BotSettings = z.infer<typeof botSettings>

/** Saved in this page only: the specification gives the settings no call. */
export const botSettingsAtom = atom<BotSettings>({
  risk: 'medium',
  maxDailyLossPercent: 5,
  maxTrades: 20,
  tradingHours: '24h',
  autoStop: true,
  notifications: true,
})
