import type { LeadRow } from '@tba/events/leads/views.ts'
import type {
  CustomerDetail,
  CustomerRow,
  ErasureReceipt,
  PersonDetail,
  PersonPart,
  PersonRow,
} from '@tba/events/people/views.ts'
import type { QuestionnaireRow } from '@tba/events/questionnaires/views.ts'
import { json } from './api.ts'
import { eventAt } from './history.ts'

export const accountId = 'a3a3a3a3-0000-4000-8000-00000000000a'
export const leadId = 'a3a3a3a3-0000-4000-8000-00000000000b'
const at = '2026-11-21T23:30:15.250Z'

export const customerRowOf = (changed: Partial<CustomerRow> = {}): CustomerRow => ({
  id: accountId,
  userId: 7,
  firstName: 'Anna',
  lastName: 'Bianchi',
  email: 'anna@example.com',
  plan: 'elite',
  state: 'in-progress',
  bots: 1,
  createdAt: at,
  ...changed,
})

export const customerOf = (changed: Partial<CustomerDetail> = {}): CustomerDetail => ({
  id: accountId,
  userId: 7,
  plan: 'elite',
  state: 'in-progress',
  sessions: [],
  profile: {
    email: 'anna@example.com',
    firstName: 'Anna',
    lastName: 'Bianchi',
    profileImageUrl: null,
    phone: '+39 333 1',
    bio: null,
    country: 'Italia',
    timezone: null,
    createdAt: at,
    updatedAt: at,
    website: null,
    linkedinUrl: null,
    twitterUrl: null,
    facebookUrl: null,
    instagramUrl: null,
    telegramUrl: null,
    whatsappNumber: null,
  },
  dial: null,
  setup: {
    deposit: 3000,
    steps: [
      { step: 'broker-account', done: true },
      ...(['mt4', 'copy-trading', 'security'] as const).map(step => ({ step, done: false })),
    ],
    brokerLink: null,
    screenshots: [],
    completedAt: null,
    createdAt: at,
    updatedAt: at,
  },
  bots: [
    {
      id: 'a3a3a3a3-0000-4000-8000-00000000000c',
      botType: 'swing',
      strategyName: 'Prudente',
      status: 'active',
      allocatedAmount: 200,
      profitToday: 0,
      totalProfit: 0,
      tradesCount: 0,
      successRate: 0,
      createdAt: at,
      updatedAt: at,
    },
  ],
  credentials: [
    {
      id: 'a3a3a3a3-0000-4000-8000-00000000000d',
      platform: 'MT4',
      server: 'Axi-Live',
      loginNumber: '12345',
      createdAt: at,
    },
  ],
  visits: [
    {
      id: 'session_1',
      firstAt: at,
      lastAt: at,
      pageViews: 2,
      pages: ['/', '/dashboard'],
      device: null,
      referrer: null,
    },
  ],
  streams: [`account-${accountId}`, `setup-${accountId}`],
  ...changed,
})

export const leadOf = (): LeadRow => ({
  id: leadId,
  name: 'Bruno Verdi',
  email: 'bruno@example.com',
  phone: null,
  dial: null,
  plan: 'starter',
  deposit: '500',
  message: 'Chiamatemi dopo le 18',
  visitId: 'session_2',
  createdAt: at,
})

export const questionnaireOf = (): QuestionnaireRow => ({
  id: leadId,
  name: 'Carla Neri',
  email: 'carla@example.com',
  phone: '333 2',
  dial: null,
  countryCode: '+39',
  age: '26-35',
  occupation: 'Impiegata',
  tradingExperience: 'nessuna',
  investmentAmount: '500-1000',
  investmentGoal: 'apprendimento',
  riskTolerance: 'bassa',
  timeframe: 'subito',
  additionalInfo: null,
  contactMethod: 'call',
  source: null,
  visitId: null,
  createdAt: at,
})

export const limit = 'limit=50'
export const customers = (query = '') => `GET /api/admin/customers?${query}${limit}`
export const listOf = (...rows: CustomerRow[]) => json(200, { customers: rows, next: null })

export const personId = 'a3a3a3a3-0000-4000-8000-0000000000aa'
export const otherId = 'a3a3a3a3-0000-4000-8000-0000000000bb'

export const personRowOf = (changed: Partial<PersonRow> = {}): PersonRow => ({
  id: personId,
  name: 'Anna Bianchi',
  email: 'anna@example.com',
  phone: '333 1234567',
  requests: 1,
  accounts: 1,
  lastAt: at,
  ...changed,
})

const partOf = (changed: Partial<PersonPart>): PersonPart => ({
  stream: `account-${accountId}`,
  kind: 'account',
  id: accountId,
  rule: 'address',
  joined: null,
  name: 'Anna Bianchi',
  email: 'anna@example.com',
  phone: '333 1234567',
  dial: '+393331234567',
  userId: 7,
  lastAt: at,
  states: [],
  ...changed,
})

/** An account, and a lead of another address that an administrator joined to it. */
export const personOf = (changed: Partial<PersonDetail> = {}): PersonDetail => ({
  id: personId,
  parts: [
    partOf({
      stream: `lead-${leadId}`,
      kind: 'lead',
      id: leadId,
      rule: 'joined',
      userId: null,
      joined: { at, admin: { id: otherId, email: 'capo@example.com' } },
      name: 'Annina B.',
      email: 'annina@example.com',
      phone: null,
      dial: null,
    }),
    partOf({
      states: [{ stream: `setup-${accountId}`, revision: 2, state: { plan: 'elite', brokerLink: null } }],
    }),
  ],
  history: {
    events: [
      eventAt(1, { stream: 'visit-session_1', visitId: 'session_1', type: 'VisitStarted', data: {} }),
      eventAt(2, { stream: `lead-${leadId}`, type: 'LeadSubmitted', data: { plan: 'starter' } }),
      eventAt(3, { stream: `account-${accountId}`, type: 'AccountRegistered', data: { userId: 7 } }),
    ],
    next: null,
  },
  maybe: [],
  ...changed,
})

export const receiptOf = (changed: Partial<ErasureReceipt> = {}): ErasureReceipt => ({
  number: 'ABCD-1234-EF56',
  at,
  by: 'capo@example.com',
  erased: { account: 1, requests: 2 },
  keysDestroyedAt: null,
  backupsUntil: null,
  ...changed,
})
