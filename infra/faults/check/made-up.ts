import { eventIdOf } from '@tba/command-api/tracking/track.ts'
import type { StoredEvent } from '@tba/event-store/port.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { type Call, type Kind, password } from '../load/history.ts'
import type { Evidence } from './evidence.ts'

export const anna = '00000000-0000-4000-8000-0000000000a1'
export const email = 'anna@carico.example.com'
export const minuteMs = 60_000
export const lateMs = 100 * minuteMs
/** The third call has no answer. */
export const killed = {
  kind: 'kill',
  target: 'query-api 1',
  fromMs: 3 * minuteMs - 1,
  toMs: 3 * minuteMs + 1,
}

/** What callers saw and what was recorded, where every promise was kept. */
export function madeUp(): Evidence {
  const log: StoredEvent[] = []
  const calls: Call[] = []
  const record = (stream: string, type: string, visitId: string, data = {}, id = '') => {
    const number = String(log.length + 1).padStart(12, '0')
    const event = {
      id: id || `00000000-0000-4000-8000-${number}`,
      stream,
      type,
      data,
      revision: log.filter(event => event.stream === stream).length,
      position: `00000001-0000000000000001-0000${number}` as StoredEvent['position'],
      recordedAt: '2026-01-01T10:00:00.000Z',
      metadata: {
        actor: `customer:${anna}`,
        correlationId: 'c',
        causationId: 'c',
        visitId,
        schemaVersion: 1,
      },
    }
    log.push(event)
    return event
  }
  const call = (kind: Kind, visit: string, status: number, more: Partial<Call> = {}) => {
    const fromMs = calls.length * minuteMs
    const common = { client: 'c', email, path: '/', sent: null, answer: null, position: null, isStale: false }
    calls.push({ ...common, kind, visit, fromMs, toMs: fromMs + 50, status, ...more })
  }

  record('email-h', 'EmailClaimed', 'v1', { accountId: anna })
  record(`account-${anna}`, 'AccountRegistered', 'v1')
  const { position } = record('session-1', 'SessionOpened', 'v1')
  call('register', 'v1', 201, { position, race: 'r' })
  call('register', 'v2', 409, { race: 'r' })
  record(`setup-${anna}`, 'PlanActivated', 'v3', { plan: 'elite' })
  call('plan', 'v3', 201)
  record(`setup-${anna}`, 'CredentialsSaved', 'v4')
  call('credentials', 'v4', 0)
  call('credentials', 'v4', 201)
  record(`setup-${anna}`, 'CredentialsSaved', 'v5')
  call('credentials', 'v5', 201)
  call('read-credentials', 'v6', 200, { answer: [{ server: 'v4' }, { server: 'v5' }] })
  record(`account-${anna}`, 'ProfileUpdated', 'v7')
  call('profile', 'v7', 200)
  call('read-profile', 'v8', 200, { answer: { bio: 'v7' } })
  call('read-profile', 'v8', 200, { answer: { bio: 'v7' } })
  const letter = record('email-h', 'PasswordResetRequested', 'v9')
  call('forgot', 'v9', 202)
  record('session-1', 'SessionClosed', 'v10')
  call('sign-out', 'v10', 200)
  call('read-session', 'v11', 401)
  record('visit-v12', 'VisitStarted', 'v12')
  const sent = { events: [{ clientId: 'k', sessionId: 'v12' }] }
  record('visit-v12', 'InteractionTracked', 'v12', { eventType: 'page_view' }, eventIdOf('v12', 'k'))
  call('track', 'v12', 202, { sent, email: null })
  const lead = record('lead-1', 'LeadSubmitted', 'v12', { plan: 'elite' })
  call('lead', 'v12', 201, { email: null })

  const shown = log.map(event => historyEventOf(maskEvent(event)))
  const definition = {
    by: 'visit' as const,
    steps: [{ event: 'InteractionTracked' }, { event: 'LeadSubmitted' }],
    windowSeconds: 60,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-02T00:00:00.000Z',
  }
  const totals = { visits: 8, pageViews: 1, leads: 1, questionnaires: 0, registrations: 1 }
  const ids = log.map(({ id }) => id)
  return {
    history: { calls, ended: [], readiness: [], loadPerCore: 1, secrets: [password] },
    faults: [killed],
    lossesPossible: false,
    isApart: true,
    log,
    letters: [letter, lead].map(({ id }) => ({ id, text: '' })),
    signIns: [{ email, status: 200 }],
    reentries: [{ visit: 'v10', status: 401 }],
    traces: [],
    differing: [],
    losses: [],
    pictures: { keys: [], atMs: lateMs },
    copies: [{ name: 'query-api 1', ids, totals, funnels: [{ definition, counts: [1, 1] }], shown }],
    output: '{"level":50,"err":{"stack":"Error\\n    at a (b.ts:1:1)"}}',
  }
}
