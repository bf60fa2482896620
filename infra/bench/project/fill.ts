import { randomUUID } from 'node:crypto'
import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import type { Context, EventLog, EventToRecord } from '@tba/runtime/log/event-log.ts'

const context = { actor: 'bench', correlationId: randomUUID(), causationId: randomUUID() }
const append = (log: EventLog, stream: string, events: EventToRecord[], more: Partial<Context> = {}) =>
  log.append(stream, events, { expected: 'no_stream', context: { ...context, ...more } })

/** A customer's first day: eight events in three streams. */
export async function customersDay(log: EventLog, userId: number): Promise<Position> {
  const accountId = randomUUID()
  const id = { userId }
  const person = {
    ...{ email: `c${userId}@example.com`, firstName: 'Ada', lastName: 'Byron', passwordHash: 'hash' },
  }
  await append(log, streams.account(accountId), [{ type: 'AccountRegistered', data: { ...id, ...person } }])
  const expiresAt = '2099-01-01T00:00:00.000Z'
  const session = { ...id, accountId, expiresAt, device: 'bench', address: '192.0.2.0' }
  await append(log, streams.session(randomUUID()), [{ type: 'SessionOpened', data: session }])
  const bot = { botType: 'scalping', strategyName: 'Scalping Bot', allocatedEuro: 500 } as const
  const { position } = await append(log, streams.setup(accountId), [
    { type: 'PlanActivated', data: { ...id, plan: 'starter', depositEuro: 500 } },
    { type: 'SetupStepCompleted', data: { step: 'broker-account' } },
    { type: 'LicenceIssued', data: { licenceKey: 'TBA-1' } },
    { type: 'SetupStepCompleted', data: { step: 'mt4' } },
    { type: 'SetupStepCompleted', data: { step: 'copy-trading' } },
    { type: 'BotActivated', data: { ...id, botId: randomUUID(), ...bot } },
  ])
  return position
}

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const pages = ['/', '/strategies', '/faq', '/dashboard', '/questionnaire']
const nothing = { elementId: null, elementText: null, additionalData: null }

/** A visitor's quarter of an hour: sixteen events in one stream. */
export async function visit(log: EventLog, number: number): Promise<Position> {
  const visitId = `session_${1_764_000_000_000 + number * 1_000}_${randomUUID()}`
  const events: EventToRecord[] = [
    {
      type: 'VisitStarted',
      data: { userAgent, referrer: 'https://www.google.com/', address: '192.0.2.0' },
    },
    { type: 'ConsentChosen', data: { choice: 'all' } },
  ]
  for (let at = 0; at < 7; at += 1) {
    const page = `https://example.com${pages[at % pages.length]}`
    events.push(
      {
        type: 'InteractionTracked',
        data:
          at % 2 === 0
            ? { ...nothing, eventType: 'page_view', page }
            : {
                ...{
                  eventType: 'button_click',
                  page,
                  elementId: 'hero-start',
                  elementText: 'Inizia con €500',
                },
                additionalData: { label: 'hero', value: at },
              },
      },
      {
        type: 'AnalyticsEventTracked',
        data: {
          ...{ eventName: at % 2 === 0 ? 'page_view' : 'click', eventCategory: 'navigation' },
          ...{ eventLabel: null, eventValue: null, page, userId: number % 10 === 0 ? number : null },
        },
      },
    )
  }
  const { position } = await append(log, streams.visit(visitId), events, { visitId })
  return position
}

const callers = 64

/** @returns where the log ends then */
export async function fill(count: number, one: (number: number) => Promise<Position>): Promise<Position> {
  let begun = 0
  let end = '' as Position
  const call = async () => {
    while (begun < count) {
      const position = await one(++begun)
      if (position > end) end = position
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return end
}
