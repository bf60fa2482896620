import type { StoredEvent } from '@tba/event-store/port.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { type Call, type Kind, password } from '../load/history.ts'
import { findingsIn } from './check.ts'
import type { Evidence } from './evidence.ts'
import { anna, email, killed, lateMs, madeUp, minuteMs } from './made-up.ts'

const found = (evidence: Evidence) => [...new Set(findingsIn(evidence).map(({ check }) => check))]

test('a history in which every promise was kept has no finding', () =>
  expect(findingsIn(madeUp())).toEqual([]))

type Bad = Partial<Evidence>
const at = (log: readonly StoredEvent[], type: string) => log.findLastIndex(event => event.type === type)
const without = ({ log }: Evidence, type: string): Bad => ({ log: log.toSpliced(at(log, type), 1) })
/** The event comes again, at the end of its stream. */
const again = ({ log }: Evidence, type: string): Bad => {
  const event = log[at(log, type)] as StoredEvent
  const revision = log.filter(({ stream }) => stream === event.stream).length
  return { log: [...log, { ...event, id: 'another', revision, position: '9' as StoredEvent['position'] }] }
}
const changed = ({ history }: Evidence, kind: Kind, change: Partial<Call>): Bad => {
  const place = history.calls.findLastIndex(call => call.kind === kind)
  const calls = history.calls.map((call, number) => (number === place ? { ...call, ...change } : call))
  return { history: { ...history, calls } }
}
const swapped = ({ log }: Evidence): Bad => ({
  log: log.map(event =>
    event.type === 'ProfileUpdated'
      ? { ...event, metadata: { ...event.metadata, actor: 'customer:other' } }
      : event,
  ),
})
const copyWith = ({ copies }: Evidence, change: object): Bad => ({
  copies: copies.map(copy => ({ ...copy, ...change })),
})
const loss = { noticedAt: '2026-01-01T10:00:00.000Z', events: 2, first: '1', last: '2' }
const said = (isRefused: boolean, lost: typeof loss | null, metric: number) => ({
  name: 'query-api 1',
  isRefused,
  lost,
  metric,
})
/** With a picture of another person, which may stay. */
const erasedWithPicture = ({ history, log }: Evidence): Bad => {
  const [call] = history.calls as [Call]
  const [event] = log.filter(({ type }) => type === 'AccountRegistered') as [StoredEvent]
  const position = '9' as StoredEvent['position']
  const erased = {
    ...event,
    id: 'e',
    type: 'AccountErased',
    revision: 2,
    position,
    metadata: { visitId: 'v20', actor: `customer:${anna}` },
  }
  const keys = [`pictures/${anna}/p.webp`, 'pictures/other/p.webp']
  return {
    history: {
      ...history,
      calls: [...history.calls, { ...call, kind: 'erase', visit: 'v20', fromMs: lateMs, toMs: lateMs }],
    },
    log: [...log, erased],
    pictures: { keys, atMs: lateMs + minuteMs },
  }
}
const out = { status: 503, body: { log: 'ok', projections: 'out' } }
const well = { status: 200, body: { log: 'ok' } }
const saying = (evidence: Evidence, ...states: (typeof well | typeof out)[]): Bad => {
  const readiness = states.map((state, at) => ({ ...state, atMs: lateMs + at, name: 'query-api 1' }))
  return { history: { ...evidence.history, readiness } }
}

const standing = (evidence: Evidence, said: typeof well | typeof out): Evidence => {
  const calls = [lateMs, lateMs + 40_000].map(toMs => {
    const [call] = evidence.history.calls as [Call]
    return {
      ...call,
      kind: 'plan' as const,
      visit: `v${toMs}`,
      status: 503,
      position: null,
      fromMs: toMs,
      toMs,
    }
  })
  const readiness = [{ atMs: lateMs + 10_000, name: 'command-api 1', ...said }]
  const history = { ...evidence.history, calls: [...evidence.history.calls, ...calls], readiness }
  return { ...evidence, history, faults: [killed, { ...killed, fromMs: lateMs - 1, toMs: lateMs + 45_000 }] }
}

test.each<[string, string, (evidence: Evidence) => Bad]>([
  ['an append that was dropped', 'commandsOnce', evidence => without(evidence, 'CredentialsSaved')],
  ['an append that came twice', 'commandsOnce', evidence => again(evidence, 'CredentialsSaved')],
  ['a refusal that was recorded', 'commandsOnce', evidence => changed(evidence, 'profile', { status: 400 })],
  ['a position of something else', 'commandsOnce', evidence => changed(evidence, 'plan', { position: '1' })],
  ['a click that was dropped', 'tracksOnce', evidence => without(evidence, 'InteractionTracked')],
  ['a click that came twice', 'tracksOnce', evidence => again(evidence, 'InteractionTracked')],
  ['a gap in the revisions', 'revisionsContiguous', evidence => without(evidence, 'PlanActivated')],
  ['two winners', 'oneWins', evidence => changed(evidence, 'register', { status: 201 })],
  ['a stream that begins twice', 'oneWins', evidence => again(evidence, 'PlanActivated')],
  ['an event of another customer', 'oneWins', swapped],
  [
    'a row that is missing',
    'readsForward',
    evidence => changed(evidence, 'read-credentials', { answer: [] }),
  ],
  [
    'a row of nobody',
    'readsForward',
    evidence => changed(evidence, 'read-profile', { answer: { bio: 'x' } }),
  ],
  ['a read that goes back', 'readsForward', evidence => changed(evidence, 'read-profile', { answer: {} })],
  ['a customer who cannot enter', 'registeredEnter', () => ({ signIns: [{ email, status: 401 }] })],
  [
    'a session that enters again',
    'signedOutStayOut',
    evidence => changed(evidence, 'read-session', { status: 200 }),
  ],
  [
    'a session that is open at the end',
    'signedOutStayOut',
    () => ({ reentries: [{ visit: 'v10', status: 200 }] }),
  ],
  ['a letter that was forgotten', 'lettersArrive', ({ letters }) => ({ letters: letters.slice(1) })],
  ['a notice that was forgotten', 'lettersArrive', ({ letters }) => ({ letters: letters.slice(0, 1) })],
  [
    'a letter with another Message-ID',
    'lettersArrive',
    ({ letters }) => ({ letters: [...letters, { id: 'x', text: '' }] }),
  ],
  ['a trace of an erased person', 'erasedNowhere', () => ({ traces: ['read.users has 1 row'] })],
  ['a picture of an erased person', 'erasedNowhere', erasedWithPicture],
  ['a loss that the console does not show', 'lossNoticed', () => ({ losses: [said(true, null, 0)] })],
  ['a loss without its metric', 'lossNoticed', () => ({ losses: [said(true, loss, 0)] })],
  ['a loss that is shown for ever', 'lossNoticed', () => ({ losses: [said(false, loss, 2)] })],
  ['a table that differs', 'tablesEqualLog', () => ({ differing: ['DIFFERS users'] })],
  [
    'an event that a copy lacks',
    'copiesEqualLog',
    ({ copies, ...all }) => copyWith({ ...all, copies }, { ids: copies[0]?.ids.slice(1) }),
  ],
  [
    'a ghost in a copy',
    'copiesEqualLog',
    ({ copies, ...all }) => copyWith({ ...all, copies }, { ids: [...(copies[0]?.ids ?? []), 'x'] }),
  ],
  ['a wrong overview', 'copiesEqualLog', evidence => copyWith(evidence, { totals: {} })],
  [
    'a wrong funnel',
    'copiesEqualLog',
    ({ copies, ...all }) =>
      copyWith(
        { ...all, copies },
        { funnels: copies[0]?.funnels.map(funnel => ({ ...funnel, counts: [1, 0] })) },
      ),
  ],
  ['a failure without a fault', 'comesBack', evidence => changed(evidence, 'read-profile', { status: 503 })],
  ['a service that stays out', 'comesBack', evidence => saying(evidence, well, out, out)],
  ['a standstill that /readyz does not name', 'standstillSaid', evidence => standing(evidence, well)],
  ['a stack', 'nothingLeaks', () => ({ output: 'Error: x\n    at run (file:///a/b.ts:1:2)\n' })],
  ['a secret', 'nothingLeaks', () => ({ output: `password=${password}` })],
  [
    'a stack in an answer',
    'nothingLeaks',
    evidence => changed(evidence, 'plan', { answer: 'at run (b.ts:1:2)' }),
  ],
  ['an answer 500', 'nothingLeaks', evidence => changed(evidence, 'forgot', { status: 500 })],
])('%s is a finding of %s', (_what, check, spoil) => {
  const evidence = madeUp()
  expect(found({ ...evidence, ...spoil(evidence) })).toContain(check)
})

test('a standstill that /readyz names, and its end, are no finding', () =>
  expect(found(standing(madeUp(), out))).toEqual([]))

test('a service that is out for a moment is no finding', () => {
  const evidence = madeUp()
  expect(found({ ...evidence, ...saying(evidence, out, well, out) })).toEqual([])
})

test('of an overloaded machine only the end is asked', () => {
  const evidence = madeUp()
  const history = { ...evidence.history, loadPerCore: 5 }
  const failed = changed({ ...evidence, history }, 'read-profile', { status: 503 }) as Evidence
  expect(found({ ...evidence, ...saying({ ...evidence, ...failed }, out, out, well) })).toEqual([])
  expect(found({ ...evidence, ...saying({ ...evidence, ...failed }, well, out, out) })).toEqual(['comesBack'])
})

test('where a log can be lost, who asked for an erasure may be kept out', () => {
  const evidence = madeUp()
  const [call] = evidence.history.calls as [Call]
  const calls = [...evidence.history.calls, { ...call, kind: 'erase' as const, visit: 'v20' }]
  const left = { ...evidence, history: { ...evidence.history, calls }, signIns: [{ email, status: 401 }] }
  expect(found({ ...left, lossesPossible: true })).not.toContain('registeredEnter')
  expect(found(left)).toContain('registeredEnter')
})

test('where a log can be lost, what it lacks is no finding if the loss was noticed', () => {
  const evidence = madeUp()
  const faults = [{ kind: 'failover', target: 'apart', fromMs: 0, toMs: lateMs }]
  // The first winner may be lost, so there may be another.
  const twoWinners = changed(evidence, 'register', { status: 201 })
  const lost = {
    ...evidence,
    ...twoWinners,
    ...without(evidence, 'LeadSubmitted'),
    lossesPossible: true,
    faults,
  }
  const copies = lost.copies.map(copy => ({
    ...copy,
    shown: lost.log.map(event => historyEventOf(maskEvent(event))),
  }))
  const rebuilt = copies.map(copy => ({
    ...copy,
    ids: lost.log.map(({ id }) => id),
    totals: { ...copy.totals, leads: 0 },
    funnels: copy.funnels.map(funnel => ({ ...funnel, counts: [1, 0] })),
  }))
  expect(found({ ...lost, copies: rebuilt })).toEqual(['lossNoticed'])
  const output = 'The event log has lost 1 of its newest events, between the positions'
  expect(found({ ...lost, copies: rebuilt, output })).toEqual([])
  expect(found({ ...lost, copies, output })).toEqual(['copiesEqualLog'])
})
