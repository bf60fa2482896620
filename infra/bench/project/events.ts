import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import type { Context, EventLog, EventToRecord } from '@tba/runtime/log/event-log.ts'

const context = { actor: 'bench', correlationId: crypto.randomUUID(), causationId: crypto.randomUUID() }
const append = (log: EventLog, stream: string, events: EventToRecord[], more: Partial<Context> = {}) =>
  log.append(stream, events, { expected: 'no_stream', context: { ...context, ...more } })

/** A customer's first day: eight events in three streams. */
export async function customersDay(log: EventLog, userId: number): Promise<void> {
  const [accountId, email] = [crypto.randomUUID(), `c${userId}@example.com`]
  const person = { userId, email, firstName: 'Ada', lastName: 'Byron', passwordHash: 'hash' }
  await append(log, streams.account(accountId), [{ type: 'AccountRegistered', data: person }])
  const where = {
    expiresAt: '2099-01-01T00:00:00.000Z',
    device: 'bench',
    address: '192.0.2.0',
    language: 'it-IT',
  }
  const session = { type: 'SessionOpened', data: { userId, accountId, ...where } } as const
  await append(log, streams.session(crypto.randomUUID()), [session])
  const bot = { botType: 'scalping', strategyName: 'Scalping Bot', allocatedEuro: 500 } as const
  await append(log, streams.setup(accountId), [
    { type: 'PlanActivated', data: { userId, plan: 'starter', depositEuro: 500 } },
    { type: 'SetupStepCompleted', data: { step: 'broker-account' } },
    { type: 'LicenceIssued', data: { licenceKey: 'TBA-1' } },
    { type: 'SetupStepCompleted', data: { step: 'mt4' } },
    { type: 'SetupStepCompleted', data: { step: 'copy-trading' } },
    { type: 'BotActivated', data: { userId, botId: crypto.randomUUID(), ...bot } },
  ])
}

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const pages = ['/', '/strategies', '/faq', '/dashboard', '/questionnaire']
const view = { eventType: 'page_view', elementId: null, elementText: null, additionalData: null }
const click = {
  eventType: 'button_click',
  elementId: 'hero-start',
  elementText: 'Inizia con €500',
  additionalData: { label: 'hero', value: 1 },
}

export const eventsOfVisit = 16

/** A quarter of an hour of a visitor, in one stream. */
export async function visit(log: EventLog, number: number): Promise<Position> {
  const visitId = `session_${1_764_000_000_000 + number * 1_000}_${crypto.randomUUID()}`
  const origin = { userAgent, referrer: 'https://www.google.com/', address: '192.0.2.0', language: 'it-IT' }
  const events: EventToRecord[] = [
    { type: 'VisitStarted', data: origin },
    { type: 'ConsentChosen', data: { choice: 'all' } },
  ]
  for (let at = 0; events.length < eventsOfVisit; at++) {
    const page = `https://example.com${pages[at % pages.length]}`
    const isView = at % 2 === 0
    const userId = number % 10 === 0 ? number : null
    const named = { eventName: isView ? 'page_view' : 'click', eventCategory: 'navigation' }
    events.push(
      { type: 'InteractionTracked', data: { ...(isView ? view : click), page } },
      { type: 'AnalyticsEventTracked', data: { ...named, eventLabel: null, eventValue: null, page, userId } },
    )
  }
  const { position } = await append(log, streams.visit(visitId), events, { visitId })
  return position
}
