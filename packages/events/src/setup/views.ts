import { z } from 'zod'
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
