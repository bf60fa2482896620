import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newUuid } from '../api/ids.ts'
import { json, refused, serve } from '../testing/api.ts'
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
