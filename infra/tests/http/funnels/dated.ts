import { randomUUID } from 'node:crypto'
import type { JsonObject, NewEvent } from '@tba/event-store/port.ts'
import fc from 'fast-check'
import type { TestedProduct } from '../../support/product.ts'
import { pages } from './lives.ts'

const hourMs = 3_600_000
const begins = Date.parse('2026-03-01T09:00:00.000Z')

/** What is recorded in one place of the log: when, by a clock that may have stepped back, and where. */
type Dated = {
  ticks: number
  visit: number
  account: number
  does: 'view' | 'click' | 'quiz' | 'plan'
  carries: boolean
}

const dated: fc.Arbitrary<Dated> = fc.record({
  // In quarters of an hour.
  ticks: fc.integer({ min: -6, max: 16 }),
  visit: fc.nat(11),
  account: fc.nat(3),
  does: fc.constantFrom('view', 'click', 'quiz', 'plan'),
  carries: fc.boolean(),
})

/** Days of visits and of customers who are registered already, whose times go back now and then. */
export async function recordDays(product: TestedProduct, accounts: { id: string; userId: number }[]) {
  const [all = []] = fc.sample(fc.array(dated, { minLength: 150, maxLength: 150, size: 'max' }), 1)
  const visits = Array.from({ length: 12 }, () => `session_${randomUUID()}`)
  const begun = new Set<string>()
  let atMs = begins
  for (const { ticks, visit, account, does, carries } of all) {
    atMs += (ticks * hourMs) / 4
    const recordedAt = new Date(atMs).toISOString()
    const session = visits[visit] as string
    const customer = accounts[account % accounts.length]
    const record = (stream: string, type: string, data: JsonObject, metadata: JsonObject = {}) =>
      product.store.append(stream, [{ ...event(type, data, metadata), recordedAt }], 'any')
    const stream = `visit-${session}`
    if (!begun.has(stream))
      await record(stream, 'VisitStarted', { ...nobody, userAgent: agents[visit % 3] ?? null })
    begun.add(stream)
    const page = pages[visit % pages.length] as string
    if (does === 'view') await record(stream, 'InteractionTracked', interaction('page_view', page))
    else if (does === 'click') await record(stream, 'InteractionTracked', interaction('button_click', page))
    else if (does === 'quiz' || !customer) {
      const quiz = { eventName: 'quiz', eventCategory: null, eventLabel: null, eventValue: ticks, page }
      const userId = carries ? (customer?.userId ?? null) : null
      await record(stream, 'AnalyticsEventTracked', { ...quiz, userId })
    } else {
      const plan = ticks > 5 ? ['elite', 3_000] : ['starter', 500]
      const [name, depositEuro] = plan as [string, number]
      const chosen = { userId: customer.userId, plan: name, depositEuro }
      await record(`setup-${customer.id}`, 'PlanChanged', chosen, carries ? { visitId: session } : {})
    }
  }
}

const agents = ['Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', null, 'Sito-bot/1.0']
const nobody = { referrer: null, address: null }
const interaction = (eventType: string, page: string) => ({
  ...{ eventType, page, elementId: null, elementText: null, additionalData: null },
})

const event = (type: string, data: JsonObject, metadata: JsonObject): NewEvent => ({
  ...{ id: randomUUID(), type, data },
  metadata: { actor: 'visitor', correlationId: 'c', causationId: 'c', schemaVersion: 1, ...metadata },
})
