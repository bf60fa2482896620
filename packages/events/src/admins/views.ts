import { z } from 'zod'
import { contactMethod } from '../questionnaires/commands.ts'
import { role } from './roles.ts'

const createdAt = z.iso.datetime()

export const questionnaireRow = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  countryCode: z.string().nullable(),
  investmentAmount: z.string().nullable(),
  tradingExperience: z.string().nullable(),
  additionalInfo: z.string().nullable(),
  contactMethod,
  createdAt,
})

export const interactionRow = z.object({
  id: z.uuid(),
  eventType: z.string(),
  elementText: z.string().nullable(),
  elementId: z.string().nullable(),
  page: z.string(),
  createdAt,
})

export const analyticsRow = z.object({
  id: z.uuid(),
  eventName: z.string(),
  eventCategory: z.string().nullable(),
  eventLabel: z.string().nullable(),
  createdAt,
})

/** GET /api/admin/dashboard: newest first, at most 100 of each. */
export const dashboard = z.object({
  stats: z.object({
    questionnaires: z.int(),
    leads: z.int(),
    interactions: z.int(),
    /** Percent, one decimal. */
    conversions: z.number().min(0).max(100),
  }),
  questionnaires: z.array(questionnaireRow),
  interactions: z.array(interactionRow),
  analytics: z.array(analyticsRow),
})
export type Dashboard = z.infer<typeof dashboard>

/** GET /api/admin/daily: 30 days in Europe/Rome, oldest first. */
export const daily = z.array(
  z.object({ day: z.iso.date(), visits: z.int(), leads: z.int(), questionnaires: z.int() }),
)
export type Daily = z.infer<typeof daily>

export const settings = z.object({ measurementId: z.string() })

/** POST /api/admin/export/{type}/link: a download address, valid once, until `expiresAt`. */
export const exportLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() })

const email = z.string().nullable()

/** GET /api/admin/me */
export const me = z.object({ id: z.uuid(), email, role, permissions: z.array(z.string()) })

const consoleAccount = z.object({
  id: z.uuid(),
  email,
  role,
  state: z.enum(['invited', 'active', 'ended']),
  lastSignInAt: z.iso.datetime().nullable(),
})
export type ConsoleAccountRow = z.infer<typeof consoleAccount>

/** GET /api/admin/users: by address. */
export const consoleAccounts = z.object({ users: z.array(consoleAccount), next: z.string().nullable() })

/** GET /api/admin/me/sessions: newest first. `browser` is that of the last use; null: it names none. */
export const consoleSessions = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      openedAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
      browser: z.string().nullable(),
      current: z.boolean(),
    }),
  ),
})

/** GET /api/admin/me/totp */
export const secondFactor = z.object({ isActive: z.boolean(), recoveryCodesLeft: z.int() })
/** POST /api/admin/me/totp: the text of the QR code for an authenticator app. */
export const totpUri = z.object({ uri: z.string() })
/** POST /api/admin/me/totp/confirm: shown only this once. Each code is valid once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
