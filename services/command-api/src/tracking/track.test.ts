import { RevisionConflict } from '@tba/event-store/port.ts'
import type { AppendOptions, EventLog, EventToRecord } from '@tba/runtime/log/event-log.ts'
import { eventIdOf, track } from './track.ts'
import { visitStarted } from './tracked-events.ts'
import { visits } from './visits.ts'

test('the id of an event is the same for the same client id in the same visit, and only there', () => {
  const id = eventIdOf('session_1', 'c1')
  expect(eventIdOf('session_1', 'c1')).toBe(id)
  const others = [
    eventIdOf('session_1', 'c2'),
    eventIdOf('session_2', 'c1'),
    eventIdOf('session_1', undefined),
  ]
  expect(new Set([id, ...others]).size).toBe(4)
})

const context = { actor: 'visitor', correlationId: 'one', causationId: 'two' }
const start = () =>
  ({
    type: 'VisitStarted',
    data: { userAgent: null, referrer: null, address: null, language: null },
  }) as const

test('a choice in a known visit is one append, however many events the visit has', async () => {
  const appended: unknown[] = []
  const log = {
    append: async (_stream: string, _events: unknown, { expected }: AppendOptions) => {
      appended.push(expected)
      return { revision: 5 }
    },
  } as unknown as EventLog
  const full = visits(3)
  full.remember('full', { origin: null, recorded: 5 })
  const events = [{ type: 'ConsentChosen', data: { choice: 'none' } } as const]
  const tracked = (more: object) =>
    track({ log, visits: full, context, consent: false }, { visitId: 'full', events, start, ...more })
  expect([await tracked({}), await tracked({ isUnlimited: true })]).toEqual([false, true])
  expect(appended).toEqual(['any'])
})

test.each([
  { consent: true, named: 'session_1', says: 'session_1', what: 'its visit, where the head names the same' },
  { consent: true, named: undefined, says: 'session_1', what: 'its visit, where the head names none' },
  { consent: true, named: 'session_2', says: undefined, what: 'none, where the head names another' },
  { consent: false, named: undefined, says: undefined, what: 'none without consent' },
])('an event in a visit’s stream names $what', async ({ consent, named, says }) => {
  const said: (string | undefined)[] = []
  const log = {
    async append(_stream: string, _events: unknown, { expected, context }: AppendOptions) {
      said.push(context.visitId)
      if (expected === 'no_stream') throw new RevisionConflict('visit-session_1', expected, 3)
      return { revision: 4 }
    },
  } as unknown as EventLog
  const tracked = { visitId: 'session_1', events: [], start }
  const naming = { ...context, ...(named && { visitId: named }) }
  await track({ log, visits: visits(), context: naming, consent }, tracked)
  expect(said).toEqual([says, says])
})

test('a visit is kept in few bytes, however long its texts are, and its events repeat none of them', async () => {
  const appended: EventToRecord[][] = []
  const log = {
    append: async (_stream: string, events: EventToRecord[]) => ({ revision: appended.push(events) }),
  } as unknown as EventLog
  const long = { userAgent: 'x'.repeat(1024), referrer: `https://example.com/${'y'.repeat(2000)}` }
  const begin = () => ({ type: 'VisitStarted', data: { ...long, address: null, language: null } }) as const
  const clicked = { eventType: 'click', elementId: null, elementText: null, page: '/', additionalData: null }
  const click = (more: object) => ({ type: 'InteractionTracked', data: { ...clicked, ...more } }) as const
  const tracking = { log, visits: visits(), context, consent: false }
  const send = (its: object) => track(tracking, { visitId: 'session_1', events: [click(its)], start: begin })
  await send(long)
  await send({ ...long, referrer: '/' })
  const [[, first] = [], [second] = []] = appended
  expect([first, second]).toEqual([click({}), click({ referrer: '/' })])
  expect(JSON.stringify(tracking.visits.originOf('session_1')).length).toBeLessThan(150)
})

test.each([
  ['it-IT,it;q=0.9,en;q=0.8', 'it-IT'],
  [' en ', 'en'],
  ['fr;q=0.5', 'fr'],
  ['*', null],
  ["it'<script>", null],
  [undefined, null],
])('a visit begins with the first language of its browser: %s', (accepted, language) => {
  const request = { headers: { 'accept-language': accepted }, ip: '192.0.2.1' }
  expect(visitStarted(request).data.language).toBe(language)
})
