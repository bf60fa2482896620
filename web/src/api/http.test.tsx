import { z } from 'zod'
import { deferred, json, refused, serve } from '../testing/api.ts'
import { command, request } from './http.ts'
import { newUuid } from './ids.ts'

test.each([
  ['the server’s message', refused(409, 'Email già registrata'), /^409: Email già registrata$/],
  ['the body’s text', new Response('Bad gateway', { status: 502 }), /^502: Bad gateway$/],
  ['the status text', new Response('', { status: 503, statusText: 'Unavailable' }), /^503: Unavailable$/],
])('The message of a failed call is the status and %s, never raw JSON', async (_what, answer, message) => {
  serve({ 'GET /api/x': () => answer })
  await expect(request('GET', '/api/x')).rejects.toThrow(message)
})

test('A call names the tab’s visit, the same in every call', async () => {
  const api = serve({ 'GET /api/x': () => json(200, {}) })
  await request('GET', '/api/x')
  await request('GET', '/api/x')
  const visits = api.sent('GET /api/x').map(call => call.headers.get('X-Visit-Id'))
  expect(visits[0]).toMatch(/^session_\d+_[A-Za-z0-9]+$/)
  expect(visits[1]).toBe(visits[0])
  expect(sessionStorage.getItem('session_id')).toBe(visits[0])
})

test('A call waits for the newest write, even if answers come out of order', async () => {
  const positions = ['9-02', '9-03', '9-01']
  const api = serve({ 'POST /api/x': () => json(200, {}, { 'X-Position': positions.shift() ?? '' }) })
  for (let call = 0; call < 4; call += 1) await request('POST', '/api/x')
  const after = api.sent('POST /api/x').map(call => call.headers.get('X-After'))
  expect(after.slice(1)).toEqual(['9-02', '9-03', '9-03'])
})

const keys = (api: ReturnType<typeof serve>) =>
  api.sent('POST /api/bots').map(call => call.headers.get('Idempotency-Key'))
const bot = { botType: 'swing' }

test('A command keeps its key until it succeeds, and then gets another one', async () => {
  const api = serve({ 'POST /api/bots': () => Promise.reject(new TypeError('network')) })
  await expect(command('POST', '/api/bots', bot)).rejects.toThrow('network')
  api.answer({ 'POST /api/bots': () => refused(503, 'Riprova tra poco') })
  await expect(command('POST', '/api/bots', bot)).rejects.toThrow('503')
  api.answer({ 'POST /api/bots': () => json(201, {}) })
  await command('POST', '/api/bots', bot)
  await command('POST', '/api/bots', bot)
  const [first, second, third, fourth] = keys(api)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

test('A command that is repeated much later gets a new key', async () => {
  vi.useFakeTimers()
  const api = serve({ 'POST /api/bots': () => Promise.reject(new TypeError('network')) })
  const attempt = () => expect(command('POST', '/api/bots', bot)).rejects.toThrow('network')
  await attempt()
  await vi.advanceTimersByTimeAsync(599_000)
  await attempt()
  await vi.advanceTimersByTimeAsync(599_000)
  await attempt()
  await vi.advanceTimersByTimeAsync(601_000)
  await attempt()
  const [first, second, third, fourth] = keys(api)
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

test('A command without an answer ends after a minute', async () => {
  const gaveUp = new DOMException('timed out', 'TimeoutError')
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(gaveUp))
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    signal?.throwIfAborted()
    return new Promise(() => {})
  })
  await expect(command('POST', '/api/bots', bot)).rejects.toBe(gaveUp)
  expect(timeout).toHaveBeenCalledWith(60_000)
})

test('A command with other data has another key', async () => {
  const api = serve({ 'POST /api/bots': () => refused(503, 'Riprova tra poco') })
  await expect(command('POST', '/api/bots', bot)).rejects.toThrow()
  await expect(command('POST', '/api/bots', { botType: 'scalping' })).rejects.toThrow()
  expect(new Set(keys(api)).size).toBe(2)
})

test('A command that is repeated before its answer is sent once', async () => {
  const answer = deferred()
  const api = serve({ 'POST /api/bots': answer.answer })
  const both = Promise.all([command('POST', '/api/bots', bot), command('POST', '/api/bots', bot)])
  answer.release(json(201, { id: 1 }))
  expect(await both).toEqual([{ id: 1 }, { id: 1 }])
  expect(keys(api)).toHaveLength(1)
})

test('Ids are random UUIDs', () => {
  const ids = Array.from({ length: 1000 }, newUuid)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(1000)
})

test('On an insecure address, as in a private network, commands work too', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const api = serve({ 'POST /api/x': () => json(200, {}) })
  await command('POST', '/api/x')
  expect(api.sent('POST /api/x')[0]?.headers.get('X-Visit-Id')).toMatch(/^session_\d+_[a-f0-9]{32}$/)
})
