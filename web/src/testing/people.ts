import type { LeadRow } from '@tba/events/leads/views.ts'
import type { CustomerDetail, CustomerRow } from '@tba/events/people/views.ts'
import type { QuestionnaireRow } from '@tba/events/questionnaires/views.ts'
import { json } from './api.ts'

export const accountId = 'a3a3a3a3-0000-4000-8000-00000000000a'
export const leadId = 'a3a3a3a3-0000-4000-8000-00000000000b'
const at = '2026-11-21T23:30:15.250Z'

export const customerRowOf = (changed: Partial<CustomerRow> = {}): CustomerRow => ({
  ...{ id: accountId, userId: 7, firstName: 'Anna', lastName: 'Bianchi', email: 'anna@example.com' },
  ...{ plan: 'elite', state: 'in-progress', bots: 1, createdAt: at },
  ...changed,
})

export const customerOf = (changed: Partial<CustomerDetail> = {}): CustomerDetail => ({
  ...{ id: accountId, userId: 7, plan: 'elite', state: 'in-progress', sessions: [] },
  profile: {
    ...{ email: 'anna@example.com', firstName: 'Anna', lastName: 'Bianchi', profileImageUrl: null },
    ...{ phone: '+39 333 1', bio: null, country: 'Italia', timezone: null, createdAt: at, updatedAt: at },
    ...{ website: null, linkedinUrl: null, twitterUrl: null, facebookUrl: null, instagramUrl: null },
    ...{ telegramUrl: null, whatsappNumber: null },
  },
  dial: null,
  setup: {
    deposit: 3000,
    steps: [
      { step: 'broker-account', done: true },
      ...(['mt4', 'copy-trading', 'security'] as const).map(step => ({ step, done: false })),
    ],
    ...{ brokerLink: null, screenshots: [], completedAt: null, createdAt: at, updatedAt: at },
  },
  bots: [
    {
      ...{ id: 'a3a3a3a3-0000-4000-8000-00000000000c', botType: 'swing', strategyName: 'Prudente' },
      ...{ status: 'active', allocatedAmount: 200, profitToday: 0, totalProfit: 0, tradesCount: 0 },
      ...{ successRate: 0, createdAt: at, updatedAt: at },
    },
  ],
  credentials: [
    {
      ...{ id: 'a3a3a3a3-0000-4000-8000-00000000000d', platform: 'MT4', server: 'Axi-Live' },
      ...{ loginNumber: '12345', createdAt: at },
    },
  ],
  visits: [
    {
      id: 'session_1',
      ...{ firstAt: at, lastAt: at, pageViews: 2, pages: ['/', '/dashboard'], device: null, referrer: null },
    },
  ],
  streams: [`account-${accountId}`, `setup-${accountId}`],
  ...changed,
})

export const leadOf = (): LeadRow => ({
  ...{
    id: leadId,
    name: 'Bruno Verdi',
    email: 'bruno@example.com',
    phone: null,
    dial: null,
    plan: 'starter',
  },
  ...{ deposit: '500', message: 'Chiamatemi dopo le 18', visitId: 'session_2', createdAt: at },
})

export const questionnaireOf = (): QuestionnaireRow => ({
  ...{
    id: leadId,
    name: 'Carla Neri',
    email: 'carla@example.com',
    phone: '333 2',
    dial: null,
    countryCode: '+39',
  },
  ...{ age: '26-35', occupation: 'Impiegata', tradingExperience: 'nessuna', investmentAmount: '500-1000' },
  ...{ investmentGoal: 'apprendimento', riskTolerance: 'bassa', timeframe: 'subito', additionalInfo: null },
  ...{ contactMethod: 'call', source: null, visitId: null, createdAt: at },
})

export const limit = 'limit=50'
export const customers = (query = '') => `GET /api/admin/customers?${query}${limit}`
export const listOf = (...rows: CustomerRow[]) => json(200, { customers: rows, next: null })
