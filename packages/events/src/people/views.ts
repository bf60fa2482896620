import { z } from 'zod'
import { openSessions, user } from '../accounts/views.ts'
import { setupStep } from '../setup/events.ts'
import { plan } from '../setup/plans.ts'
import { bot, credentials } from '../setup/views.ts'

const at = z.iso.datetime()
const text = z.string().nullable()
const next = z.string().nullable()

/** The setup state of a customer. */
export const setupState = z
  .enum(['registered', 'plan', 'in-progress', 'complete'])
  .describe(
    'registered: nessun piano; plan: piano attivo, nessun passo fatto; in-progress: almeno un passo fatto; ' +
      'complete: configurazione conclusa',
  )
export type SetupState = z.infer<typeof setupState>

/** `id` is the account's id. `userId` is the number that customers know. */
export const customerRow = z.object({
  id: z.uuid(),
  userId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  plan: plan.nullable(),
  state: setupState,
  bots: z.int(),
  createdAt: at,
})
export type CustomerRow = z.infer<typeof customerRow>

/** GET /api/admin/customers: newest first. */
export const customerList = z.object({ customers: z.array(customerRow), next })

/** A visit that is tied to a customer: they acted in it while signed in, with consent. */
export const customerVisit = z.object({
  id: z.string(),
  firstAt: at,
  lastAt: at,
  pageViews: z.int(),
  pages: z.array(z.string()),
  device: text,
  referrer: text,
})
export type CustomerVisit = z.infer<typeof customerVisit>

const setup = z.object({
  deposit: z.int(),
  steps: z.array(z.object({ step: setupStep, done: z.boolean() })),
  brokerLink: text,
  screenshots: z.array(z.string()),
  completedAt: at.nullable(),
  createdAt: at,
  updatedAt: at,
})

/** The number to dial, in E.164; null if what was typed is none. */
const dial = text

/** GET /api/admin/customers/{id}. No password of credentials, no licence of the setup. */
export const customerDetail = z.object({
  id: z.uuid(),
  userId: z.int(),
  plan: plan.nullable(),
  state: setupState,
  profile: user.omit({ id: true, username: true }),
  dial,
  /** Null before a plan is chosen. */
  setup: setup.nullable(),
  bots: z.array(bot),
  credentials: z.array(credentials),
  /** The open sessions, newest first, at most 100. */
  sessions: z.array(openSessions.element.omit({ current: true })),
  /** Newest first, at most 100. Visits expire after 90 days. */
  visits: z.array(customerVisit),
  /** The streams with everything recorded about the customer, except visits. */
  streams: z.array(z.string()),
})
export type CustomerDetail = z.infer<typeof customerDetail>
