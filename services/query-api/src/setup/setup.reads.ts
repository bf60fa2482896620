import { bot, credentials as savedCredentials, progress as setupProgress } from '@tba/events/setup/views.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { isoUtc, jsonList, jsonRow } from '../reads/column.ts'
import type { OwnData } from '../reads/own-data.ts'

export const progress = {
  url: '/api/user/progress',
  tag: 'setup',
  summary: 'A che punto è la configurazione; null senza un piano',
  projection: 'setup-progress',
  view: setupProgress.nullable(),
  held: accountId =>
    jsonRow(sql.fragment`
      select plan, deposit, step1_broker_account, step1_broker_link, step2_mt4_authenticated, step2_axi_connected,
        step2_license_key, step3_security_verified, step3_screenshots, ${isoUtc('completedAt')},
        ${isoUtc('createdAt')}, ${isoUtc('updatedAt')}
      from read.user_progress where "accountId" = ${accountId}`),
} as const satisfies OwnData

/** Oldest first, by the log's order. The password is in no table. */
export const credentials = {
  url: '/api/user/mt4-credentials',
  tag: 'setup',
  summary: 'Le credenziali salvate, senza le password',
  projection: 'credentials',
  view: z.array(savedCredentials),
  held: accountId =>
    jsonList(sql.fragment`
      select id, platform, server, "loginNumber", ${isoUtc('createdAt')}
      from read.mt4_credentials where "accountId" = ${accountId} and "loginNumber" is not null
      order by position`),
} as const satisfies OwnData

/** Oldest first, by the log's order. */
export const bots = {
  url: '/api/user/bots',
  tag: 'setup',
  summary: 'I bot attivati, dal più vecchio',
  projection: 'bots',
  view: z.array(bot),
  held: accountId =>
    jsonList(sql.fragment`
      select id, "botType", "strategyName", status, "allocatedAmount", "profitToday", "totalProfit", "tradesCount",
        "successRate", ${isoUtc('createdAt')}, ${isoUtc('updatedAt')}
      from read.active_bots where "accountId" = ${accountId} order by position`),
} as const satisfies OwnData
