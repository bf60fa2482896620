import { z } from 'zod'
import type { SetupEvent } from './events.ts'
import { botType, plan } from './plans.ts'

/** What the APIs answer. Times are ISO 8601 UTC. */

export const progress = z.object({
  plan,
  deposit: z.int(),
  step1_broker_account: z.boolean(),
  step1_broker_link: z.string().nullable(),
  step2_mt4_authenticated: z.boolean(),
  step2_axi_connected: z.boolean(),
  step2_license_key: z.string().nullable(),
  step3_security_verified: z.boolean(),
  step3_screenshots: z.array(z.string()),
  completedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Progress = z.infer<typeof progress>

export const credentials = z.object({
  id: z.uuid(),
  platform: z.enum(['MT4', 'MT5']),
  server: z.string(),
  loginNumber: z.string(),
  createdAt: z.iso.datetime(),
})
export type Credentials = z.infer<typeof credentials>

export const bot = z.object({
  id: z.uuid(),
  botType,
  strategyName: z.string(),
  status: z.literal('active'),
  allocatedAmount: z.int(),
  profitToday: z.number(),
  totalProfit: z.number(),
  tradesCount: z.int(),
  successRate: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type ActiveBot = z.infer<typeof bot>

type DataOf<T extends SetupEvent['type']> = Extract<SetupEvent, { type: T }>['data']

/** `strategyName` is null once the person was erased. */
export type StartedBot = Omit<ActiveBot, 'strategyName'> & { strategyName: string | null }

/** A bot as it starts: without trades, since the broker reports none to us yet. */
export function startedBot(data: DataOf<'BotActivated'>, at: string): StartedBot {
  const { botId: id, botType, strategyName, allocatedEuro: allocatedAmount } = data
  const noTrades = { profitToday: 0, totalProfit: 0, tradesCount: 0, successRate: 0 }
  return {
    id,
    botType,
    strategyName,
    status: 'active',
    allocatedAmount,
    ...noTrades,
    createdAt: at,
    updatedAt: at,
  }
}

/** Server and `loginNumber` are null once the person was erased; the password is never here. */
export type SavedCredentials = Omit<Credentials, 'server' | 'loginNumber'> &
  Record<'server' | 'loginNumber', string | null>

export function savedCredentials(data: DataOf<'CredentialsSaved'>, at: string): SavedCredentials {
  const { credentialsId: id, platform, server, loginNumber } = data
  return { id, platform, server, loginNumber, createdAt: at }
}

/** A customer who is answered is not erased, so that nothing personal is null. */
export const shownBot = (row: StartedBot): ActiveBot => ({ ...row, strategyName: row.strategyName ?? '' })
export const shownCredentials = (row: SavedCredentials): Credentials => ({
  ...row,
  server: row.server ?? '',
  loginNumber: row.loginNumber ?? '',
})
