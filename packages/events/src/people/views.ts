import { z } from 'zod'
import { openSessions, user } from '../accounts/views.ts'
import { historyEvent } from '../history/views.ts'
import { anyJson } from '../json.ts'
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

/** A person: everything under one address, or under several that an administrator joined. */
export const personRow = z.object({
  id: z.uuid(),
  name: text,
  email: text,
  phone: text,
  /** Leads and questionnaires. */
  requests: z.int(),
  accounts: z.int(),
  /** Of the latest request or action. */
  lastAt: at,
})
export type PersonRow = z.infer<typeof personRow>

/** GET /api/admin/people: newest `lastAt` first, as of the first page. */
export const personList = z.object({ people: z.array(personRow), next })

export const personPart = z.object({
  stream: z.string(),
  kind: z.enum(['lead', 'questionnaire', 'account']),
  id: z.uuid(),
  /** `address`: under the address of this person’s id. */
  rule: z.enum(['address', 'joined']),
  joined: z.object({ at, admin: z.object({ id: z.uuid(), email: text }).nullable() }).nullable(),
  name: text,
  email: text,
  phone: text,
  dial,
  userId: z.int().nullable(),
  lastAt: at,
  /** Of each of its streams, as of the position; sealed fields are null. */
  states: z.array(z.object({ stream: z.string(), revision: z.int(), state: anyJson })),
})
export type PersonPart = z.infer<typeof personPart>

/** GET /api/admin/people/{id} */
export const personDetail = z.object({
  id: z.uuid(),
  /** The latest 500. Names and numbers are today’s, also of an earlier position. */
  parts: z.array(personPart),
  /** Of all streams and of the visits that a fact with consent ties, oldest first. */
  history: z.object({ events: z.array(historyEvent), next }),
  /** Others who may be the same person: they gave an equal number. */
  maybe: z.array(z.object({ id: z.uuid(), reason: z.literal('phone') })),
})
export type PersonDetail = z.infer<typeof personDetail>

/** GET /api/admin/receipts/{number} */
export const erasureReceipt = z.object({
  number: z.string(),
  at,
  /** The administrator's address, or the id of an account that is no more. */
  by: text,
  /** How many of each kind: `lead`, `questionnaire`, `account`, `picture`, `objects`, `notes`, `letters`, `jobs`, `requests`. */
  erased: z.record(z.string(), z.int()),
  /** Null: some keys still exist, because a projection has not passed. */
  keysDestroyedAt: at.nullable(),
  /** Null: not known how long backups are kept. */
  backupsUntil: at.nullable(),
})
export type ErasureReceipt = z.infer<typeof erasureReceipt>

/** GET /api/admin/people/{id}/holdings: what the erasure of each part takes with it, by kind. */
export const personHoldings = z.object({
  parts: z.array(z.object({ stream: z.string(), erases: z.record(z.string(), z.int()) })),
})
export type PersonHoldings = z.infer<typeof personHoldings>
