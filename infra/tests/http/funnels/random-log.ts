import type { StoredEvent } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import fc from 'fast-check'
import { pages } from './definitions.ts'

/** One act: its time (the clock may step back), its visit and its customer. */
const act = fc.record({
  // In quarters of an hour.
  ticks: fc.oneof({ arbitrary: fc.integer({ min: -6, max: 16 }), weight: 9 }, fc.constant(900)),
  visit: fc.nat(9),
  account: fc.nat(3),
  does: fc.constantFrom(
    ...[
      'view',
      'view',
      'click',
      'echo',
      'quiz',
      'scroll',
      'banner',
      'lead',
      'register',
      'signIn',
      'plan',
      'plan',
    ],
    ...['refused', 'erase', 'expire', 'join'],
  ),
  withVisit: fc.boolean(),
})
export type Act = { ticks: number; visit: number; account: number; does: string; withVisit: boolean }

const agents = ['Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', 'Googlebot/2.1', null]
const hosts = ['https://WWW.google.com/search', 'https://t.co/a', 'android-app://com.google']

const hashOf = (person: number) => String(person).repeat(64)
const erasures = ['EmailReleased', 'LeadErased']

/** Visits that expire and come back. Customers share some of them, and are erased. */
export function logOf(acts: readonly Act[]): StoredEvent[] {
  let atMs = Date.parse('2026-03-01T09:00:00.000Z')
  const openVisits = new Set<number>()
  return acts.flatMap(({ ticks, visit, account, does, withVisit }) => {
    atMs += ticks * 900_000
    const recordedAt = new Date(atMs).toISOString()
    const [visitId, accountId] = [`session_${visit}`, `00000000-0000-4000-8000-00000000000${account}`]
    const at = (stream: string) => ({ stream, recordedAt, ...(withVisit && { visitId }) })
    const own = { stream: streams.visit(visitId), recordedAt }
    const page = pages[(visit + (account >> 1)) % pages.length] as string
    // A referrer of the site itself, of another site, or none.
    const referrer = ['https://example.com/', 'https://www.example.org/a', undefined][Math.abs(ticks) % 3]
    const interaction = (eventType: string, elementText = 'Inizia') =>
      recordedEvent(
        'InteractionTracked',
        {
          ...{ eventType, page, elementId: 'cta', elementText, additionalData: { percent: ticks } },
          ...(referrer && { referrer }),
        },
        own,
      )
    const analytics = (eventName: string, userId: number | null) =>
      recordedEvent(
        'AnalyticsEventTracked',
        { eventName, eventCategory: null, eventLabel: null, eventValue: ticks, page, userId },
        own,
      )
    const chosen = { userId: 100 + account, plan: ticks > 5 ? 'elite' : 'starter', depositEuro: 500 } as const
    const isOfVisit =
      ['view', 'click', 'echo', 'quiz', 'scroll', 'banner'].includes(does) && !openVisits.has(visit)
    if (isOfVisit) openVisits.add(visit)
    const started = isOfVisit
      ? [
          recordedEvent(
            'VisitStarted',
            { userAgent: agents[visit % 4] ?? null, referrer: hosts[visit % 5] ?? null, address: null },
            own,
          ),
        ]
      : []
    const sealed = { email: null, firstName: null, lastName: null, passwordHash: null }
    const events: Record<string, () => object> = {
      view: () => interaction('page_view'),
      click: () => interaction('button_click'),
      scroll: () => interaction('scroll'),
      banner: () => interaction('button_click', 'Accetta'),
      echo: () => analytics('page_view', null),
      quiz: () => analytics('quiz', withVisit ? 100 + account : null),
      lead: () =>
        recordedEvent(
          'LeadSubmitted',
          { emailHash: hashOf(visit % 5), name: null, email: null, phone: null, message: null, ...chosen },
          at(streams.lead(`${visit % 5}`)),
        ),
      register: () => [
        recordedEvent('EmailClaimed', { accountId }, { stream: streams.email(hashOf(account)), recordedAt }),
        recordedEvent(
          'AccountRegistered',
          { userId: 100 + account, ...sealed },
          at(streams.account(accountId)),
        ),
      ],
      join: () =>
        recordedEvent(
          'PersonsJoined',
          { person: personIdOf(hashOf(account)) ?? '', other: personIdOf(hashOf(visit % 5)) ?? '' },
          { stream: streams.people(), recordedAt },
        ),
      signIn: () =>
        recordedEvent(
          'SessionOpened',
          { accountId, userId: 100 + account, expiresAt: recordedAt, device: null, address: null },
          at(streams.session(`${account}`)),
        ),
      plan: () => recordedEvent('PlanChanged', chosen, at(streams.setup(accountId))),
      refused: () =>
        recordedEvent('ActionRefused', { action: 'POST /api/leads', reason: null, status: 400 }, own),
      erase: () => [
        recordedEvent('AccountErased', {}, at(streams.account(accountId))),
        recordedEvent('EmailReleased', { accountId }, { stream: streams.email(hashOf(account)), recordedAt }),
        recordedEvent('LeadErased', {}, at(streams.lead(`${visit % 5}`))),
      ],
      expire: () =>
        recordedEvent(
          'VisitsExpired',
          { before: recordedAt, visits: [visitId] },
          { stream: streams.tracking(), recordedAt },
        ),
    }
    if (does === 'expire') openVisits.delete(visit)
    return [...started, events[does]?.() ?? []].flat() as StoredEvent[]
  })
}

/** As the history shows it, and marked where a stream was erased: without expired visits, and without their ids in other events, at any position. */
export function shown(log: readonly StoredEvent[]): HistoryEvent[] {
  return log.flatMap((recorded, at) => {
    const event = historyEventOf(maskEvent(recorded))
    const isExpired = (visit: string) =>
      log
        .slice(at)
        .some(({ type, data }) => type === 'VisitsExpired' && (data.visits as string[]).includes(visit))
    if (event.stream.startsWith('visit-') && isExpired(event.stream.slice('visit-'.length))) return []
    const { stream } = event
    const isErased = log.slice(at).some(one => one.stream === stream && erasures.includes(one.type))
    return [
      {
        ...event,
        ...(isErased && { isErased }),
        visitId: event.visitId && !isExpired(event.visitId) ? event.visitId : null,
      },
    ]
  })
}

export const actLists = fc.array(act, { minLength: 60, maxLength: 90, size: 'max' })
