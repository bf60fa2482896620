import { newUuid } from '../api/ids.ts'
import { type Call, json, refused, serve } from '../testing/api.ts'
import type { Tracked } from './outbox.ts'

const single = 'POST /api/tracking/interaction'
const together = 'POST /api/tracking/batch'

const click = (): Tracked => ({
  kind: 'interaction',
  clientId: newUuid(),
  sessionId: 'session_1',
  eventType: 'button_click',
  page: location.href,
})
const waiting = () => JSON.parse(sessionStorage.getItem('tracking_outbox') ?? '[]').length

/** The module of a page that was just loaded. */
async function outbox() {
  vi.resetModules()
  return import('./outbox.ts')
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => sessionStorage.clear())

test.each([
  ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is over its limit', () => refused(429, 'Troppe richieste')],
  ['has a full disk', () => refused(503, 'Servizio momentaneamente non disponibile')],
])('clicks are kept while the server %s, and sent together by the next load', async (_reason, fails) => {
  const { sent, answer } = serve({ [single]: fails, [together]: fails })
  const { send, retry } = await outbox()
  await send(click())
  await send(click())
  await retry()
  expect(waiting()).toBe(2)
  answer({ [together]: () => json(202, { accepted: 2 }) })
  await (await outbox()).retry()
  expect(waiting()).toBe(0)
  expect(sent(together).at(-1)?.body).toMatchObject({ events: [{ kind: 'interaction' }, {}] })
})

test('of events that are refused together each is sent alone, with its id, and only the wrong ones are lost', async () => {
  sessionStorage.setItem('tracking_outbox', JSON.stringify([click(), { ...click(), page: '' }, click()]))
  const { sent } = serve({
    [together]: () => refused(400, 'Valore richiesto'),
    [single]: ({ body }) =>
      (body as Tracked).page ? json(202, { ok: true }) : refused(400, 'Valore richiesto'),
  })
  const { retry } = await outbox()
  await retry()
  const ids = (sent(together).at(0) as Call & { body: { events: Tracked[] } }).body.events.map(
    ({ clientId }) => clientId,
  )
  expect(sent(single).map(({ body }) => (body as Tracked).clientId)).toEqual(ids)
  expect(waiting()).toBe(0)
})

test.each([413, 429, 500, 503])('a refusal of many with %i sends none of them alone', async status => {
  sessionStorage.setItem('tracking_outbox', JSON.stringify([click(), click()]))
  const { sent } = serve({ [together]: () => refused(status, 'No') })
  await (await outbox()).retry()
  expect(sent(single)).toEqual([])
})

test('events of any length are sent together in what a browser sends behind a closed page', async () => {
  const long = { ...click(), page: `${location.origin}/${'è'.repeat(2000)}` }
  sessionStorage.setItem('tracking_outbox', JSON.stringify(Array(50).fill(long)))
  const { sent } = serve({ [together]: () => json(202, { accepted: 1 }) })
  await (await outbox()).retry()
  expect(waiting()).toBe(0)
  for (const { body } of sent(together))
    expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(64 * 1024)
})

test('a click above the limit of the visit is dropped at once', async () => {
  serve({ [single]: () => refused(400, 'Questa visita ha già il numero massimo di eventi') })
  const { send } = await outbox()
  await send(click())
  expect(waiting()).toBe(0)
})

test.each([
  ['answers', 0, json(202, { ok: true })],
  ['is down', 2, refused(503, 'Servizio momentaneamente non disponibile')],
])('if the server %s, the end of a page leaves %i clicks for the next load', async (_state, kept, answer) => {
  const sendBeacon = vi.fn(() => true)
  vi.stubGlobal('navigator', { ...navigator, onLine: true, sendBeacon })
  serve({ [single]: () => answer })
  const { send, sendLast } = await outbox()
  await send(click())
  sendLast(click())
  expect(sendBeacon).toHaveBeenCalledOnce()
  expect(waiting()).toBe(kept)
})
