import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newUuid } from '../api/ids.ts'
import { json, refused, serve } from '../testing/api.ts'
import type { Tracked } from './outbox.ts'

const single = 'POST /api/tracking/interaction'
const together = 'POST /api/tracking/batch'
const minuteMs = 60_000

const click = (): Tracked => ({
  kind: 'interaction',
  clientId: newUuid(),
  sessionId: 'session_1',
  eventType: 'button_click',
  page: location.href,
})
const waiting = () => JSON.parse(sessionStorage.getItem('tracking_outbox') ?? '[]').length
const tooMany = () => json(429, { message: 'Troppe richieste' }, { 'Retry-After': '40' })

/** The module as a page has it that was just loaded. */
async function outbox() {
  vi.resetModules()
  return import('./outbox.ts')
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

test('a visitor from a busy address sends again once the server has said that it may, and no sooner', async () => {
  const { sent, answer } = serve({ [single]: tooMany, [together]: () => json(202, { accepted: 1 }) })
  const { send } = await outbox()
  await send(click())
  await vi.advanceTimersByTimeAsync(39_000)
  expect(sent(together)).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent(together)).toHaveLength(1)
  expect(waiting()).toBe(0)
  answer({ [single]: () => json(202, { ok: true }) })
  await send(click())
  expect(sent(single)).toHaveLength(2)
})

test.each([
  ['that is over its limit', tooMany],
  ['whose disk is full', () => refused(503, 'Servizio momentaneamente non disponibile')],
])('a server %s is not called for ever: after some minutes the clicks are dropped', async (_which, no) => {
  const { sent } = serve({ [single]: no, [together]: no })
  const { send } = await outbox()
  await send(click())
  await vi.advanceTimersByTimeAsync(10 * minuteMs)
  const tries = sent(together).length
  expect(tries).toBeGreaterThan(3)
  expect(tries).toBeLessThan(12)
  expect(waiting()).toBe(0)
  await vi.advanceTimersByTimeAsync(60 * minuteMs)
  expect(sent(together)).toHaveLength(tries)
})

test('what was clicked without a network is kept for as long as that lasts', async () => {
  const offline = () => Promise.reject(new TypeError('Failed to fetch'))
  const { answer } = serve({ [single]: offline, [together]: offline })
  const { send } = await outbox()
  await send(click())
  await vi.advanceTimersByTimeAsync(120 * minuteMs)
  expect(waiting()).toBe(1)
  answer({ [together]: () => json(202, { accepted: 1 }) })
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(waiting()).toBe(0)
})

test('what a visit may no longer have is let go at once', async () => {
  const { sent } = serve({ [single]: () => refused(400, 'Questa visita ha già il numero massimo di eventi') })
  const { send } = await outbox()
  await send(click())
  expect(waiting()).toBe(0)
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(sent(single)).toHaveLength(1)
})
