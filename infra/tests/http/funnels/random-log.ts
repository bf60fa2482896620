import type { StoredEvent } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import fc from 'fast-check'
import { pages } from './definitions.ts'

const ofVisits = ['view', 'click', 'echo', 'quiz', 'scroll', 'banner']
const ofPersons = ['lead', 'register', 'signIn', 'plan', 'erase', 'join']

/** One act: its time (the clock may step back), its visit and its customer. */
const act = fc.record({
  // In quarters of an hour.
  ticks: fc.oneof({ arbitrary: fc.integer({ min: -6, max: 16 }), weight: 9 }, fc.constant(900)),
  visit: fc.nat(9),
  account: fc.nat(3),
  does: fc.constantFrom(...ofVisits, 'view', ...ofPersons, 'plan', 'refused', 'expire'),
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
    const alone = (stream: string) => ({ stream, recordedAt })
    const at = (stream: string) => ({ ...alone(stream), ...(withVisit && { visitId }) })
    const own = alone(streams.visit(visitId))
    const ofAddress = alone(streams.email(hashOf(account)))
    const page = pages[(visit + (account >> 1)) % pages.length] as string
    // A referrer of the site itself, of another site, or none.
    const referrer = ['https://example.com/', 'https://www.example.org/a', undefined][Math.abs(ticks) % 3]
    const interaction = (eventType: string, elementText = 'Inizia') => {
      const data = { eventType, page, elementId: 'cta', elementText, additionalData: { percent: ticks } }
      return recordedEvent('InteractionTracked', { ...data, ...(referrer && { referrer }) }, own)
    }
    const analytics = (eventName: string, userId: number | null) => {
      const data = { eventName, eventCategory: null, eventLabel: null, eventValue: ticks, page, userId }
      return recordedEvent('AnalyticsEventTracked', data, own)
    }
    const userId = 100 + account
    const chosen = { userId, plan: ticks > 5 ? 'elite' : 'starter', depositEuro: 500 } as const
    const begins = ofVisits.includes(does) && !openVisits.has(visit)
    if (begins) openVisits.add(visit)
    const language = ['it-IT', 'en', null][visit % 3] ?? null
    const said = { userAgent: agents[visit % 4] ?? null, referrer: hosts[visit % 5] ?? null }
    const seen = { ...said, address: null, language }
    const started = begins ? [recordedEvent('VisitStarted', seen, own)] : []
    const registration = { email: null, firstName: null, lastName: null, passwordHash: null }
    const lead = { emailHash: hashOf(visit % 5), name: null, email: null, phone: null, message: null }
    const session = { accountId, expiresAt: recordedAt, device: null, address: null }
    const events: Record<string, () => object> = {
      view: () => interaction('page_view'),
      click: () => interaction('button_click'),
      scroll: () => interaction('scroll'),
      banner: () => interaction('button_click', 'Accetta'),
      echo: () => analytics('page_view', null),
      quiz: () => analytics('quiz', withVisit ? userId : null),
      lead: () => recordedEvent('LeadSubmitted', { ...lead, ...chosen }, at(streams.lead(`${visit % 5}`))),
      register: () => [
        recordedEvent('EmailClaimed', { accountId }, ofAddress),
        recordedEvent('AccountRegistered', { userId, ...registration }, at(streams.account(accountId))),
      ],
      join: () => {
        const [person = '', other = ''] = [account, visit % 5].map(at => personIdOf(hashOf(at)) ?? '')
        return recordedEvent('PersonsJoined', { person, other }, alone(streams.people()))
      },
      signIn: () => recordedEvent('SessionOpened', { ...session, userId }, at(streams.session(`${account}`))),
      plan: () => recordedEvent('PlanChanged', chosen, at(streams.setup(accountId))),
      refused: () =>
        recordedEvent('ActionRefused', { action: 'POST /api/leads', reason: null, status: 400 }, own),
      erase: () => [
        recordedEvent('AccountErased', {}, at(streams.account(accountId))),
        recordedEvent('EmailReleased', { accountId }, ofAddress),
        recordedEvent('LeadErased', {}, at(streams.lead(`${visit % 5}`))),
      ],
      expire: () => {
        const data = { before: recordedAt, visits: [visitId] }
        return recordedEvent('VisitsExpired', data, alone(streams.tracking()))
      },
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
    const visitId = event.visitId && !isExpired(event.visitId) ? event.visitId : null
    return [{ ...event, ...(isErased && { isErased }), visitId }]
  })
}

export const actLists = fc.array(act, { minLength: 60, maxLength: 90, size: 'max' })
