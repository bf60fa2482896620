import type { Changed } from '@tba/events/accounts/live.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, refused } from '../testing/api.ts'
import { openCustomer, progressOf, serveCustomer } from '../testing/customers.ts'
import { SilentEventSource } from '../testing/event-source.ts'
import { openApp } from '../testing/render.tsx'
import { listenTogether } from './tabs.ts'

beforeEach(() => {
  SilentEventSource.opened = []
})

async function stream() {
  await waitFor(() => expect(SilentEventSource.opened).toHaveLength(1))
  const [opened] = SilentEventSource.opened
  if (!opened) throw new Error('no stream')
  act(() => opened.answer())
  return opened
}

const changed = (views: Changed['views'], position = 'z009'): Changed => ({ views, position })
const ends = (source: SilentEventSource) => act(() => source.tell('ended', {}))

test('a step completed elsewhere shows without a reload, read from where it was written', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  await screen.findByText('0%')
  const source = await stream()
  api.answer({ 'GET /api/user/progress': () => json(200, progressOf({ step1_broker_account: true })) })
  act(() => source.tell('changed', changed(['progress', 'activity'])))
  await screen.findByText('25%')
  expect(api.sent('GET /api/user/progress').at(-1)?.headers.get('X-After')).toBe('z009')
})

test('many changes in a row are read once at a time', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  await screen.findByText('0%')
  const source = await stream()
  for (let at = 0; at < 20; at += 1) act(() => source.tell('changed', changed(['progress'], `z0${10 + at}`)))
  await waitFor(() => expect(api.sent('GET /api/user/progress').at(-1)?.headers.get('X-After')).toBe('z029'))
  expect(api.sent('GET /api/user/progress').length).toBeLessThanOrEqual(3)
})

test('a session that is ended elsewhere asks for signing in again', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  const source = await stream()
  api.answer({ 'GET /api/auth/user': () => refused(401, 'Accesso richiesto') })
  ends(source)
  await screen.findByText('Accesso Richiesto')
  expect(source.readyState).toBe(SilentEventSource.CLOSED)
})

test('whoever signs out is not told that their session is over', async () => {
  const api = serveCustomer(progressOf())
  let source: SilentEventSource | undefined
  api.answer({
    'POST /api/logout': async () => {
      source?.tell('ended', {})
      api.answer({ 'GET /api/auth/user': () => refused(401, 'Accesso richiesto') })
      return json(200, { ok: true })
    },
  })
  const user = openApp('/dashboard')
  source = await stream()
  await user.click(screen.getByRole('button', { name: 'Esci' }))
  await screen.findByText('Logout effettuato')
  expect(screen.queryByText('Accesso Richiesto')).toBeNull()
  expect(source.readyState).toBe(SilentEventSource.CLOSED)
})

test('a server that is gone for longer than a moment is told, and its return too', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openCustomer('/dashboard', progressOf())
  const source = await stream()
  act(() => source.breakOff())
  act(() => source.answer())
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByText(/Connessione con il server persa/)).toBeNull()
  act(() => source.breakOff())
  await act(() => vi.advanceTimersByTimeAsync(4000))
  screen.getByText(/Connessione con il server persa/)
  act(() => source.answer())
  await waitFor(() => expect(screen.queryByText(/Connessione con il server persa/)).toBeNull())
})

test('a line that falls silent is made anew, and told where that does not help either', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openCustomer('/dashboard', progressOf())
  const source = await stream()
  act(() => source.tell('changed', changed(['activity'], 'z042')))
  for (let still = 0; still < 10; still += 1) {
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    act(() => source.tell('still', {}))
  }
  expect(SilentEventSource.opened).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  expect(source.readyState).toBe(SilentEventSource.CLOSED)
  const [, next] = SilentEventSource.opened
  expect(next?.url).toBe('/api/user/live?after=z042')
  // It opens, and nothing comes: a proxy holds it back.
  act(() => next?.onopen?.())
  screen.getByText(/Connessione con il server persa/)
  act(() => next?.tell('still', {}))
  await waitFor(() => expect(screen.queryByText(/Connessione con il server persa/)).toBeNull())
})

test('at an insecure address a tab that nobody sees leaves its line to the others', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get')
  const turn = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const told = vi.fn()
  const stop = listenTogether({ name: 'live-1', after: 'z001', onTold: told })
  const [first] = SilentEventSource.opened
  first?.tell('changed', changed(['bots'], 'z005'))
  turn(true)
  expect(first?.readyState).toBe(SilentEventSource.CLOSED)
  expect(SilentEventSource.opened).toHaveLength(1)
  turn(false)
  expect(SilentEventSource.opened[1]?.url).toBe('/api/user/live?after=z005')
  stop()
  expect(SilentEventSource.opened[1]?.readyState).toBe(SilentEventSource.CLOSED)
  turn(false)
  expect(SilentEventSource.opened).toHaveLength(2)
})

test('a stream that is refused is asked for again, later and later, from where it was', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openCustomer('/dashboard', progressOf())
  const source = await stream()
  act(() => source.tell('changed', changed(['activity'], 'z042')))
  act(() => source.breakOff({ refused: true }))
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(SilentEventSource.opened).toHaveLength(2)
  expect(SilentEventSource.opened[1]?.url).toBe('/api/user/live?after=z042')
  act(() => SilentEventSource.opened[1]?.breakOff({ refused: true }))
  await act(() => vi.advanceTimersByTimeAsync(1900))
  expect(SilentEventSource.opened).toHaveLength(2)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(SilentEventSource.opened).toHaveLength(3)
})

test('a stream that is refused because the session is over says so', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  const source = await stream()
  api.answer({ 'GET /api/auth/user': () => refused(401, 'Accesso richiesto') })
  act(() => source.breakOff({ refused: true }))
  await screen.findByText('Accesso Richiesto')
})

test('a second tab hears what the first one’s stream tells, and takes it over with nothing missed', async () => {
  // As browsers do: one holder at a time, the next when it lets go.
  const waiting: (() => Promise<void>)[] = []
  let held: Promise<void> | null = null
  const request = async (_name: string, _options: object, hold: () => Promise<void>) => {
    if (held) await new Promise<void>(resolve => waiting.push(async () => resolve()))
    held = hold()
    await held
    held = null
    await waiting.shift()?.()
  }
  vi.stubGlobal('navigator', { ...navigator, onLine: true, locks: { request } })
  const [one, other] = [vi.fn(), vi.fn()]
  const stopOne = listenTogether({ name: 'live-1', after: 'z001', onTold: one })
  const stopOther = listenTogether({ name: 'live-1', after: 'z001', onTold: other })
  const [first] = SilentEventSource.opened
  first?.tell('changed', changed(['bots'], 'z005'))
  await vi.waitFor(
    () => expect(other).toHaveBeenCalledWith({ kind: 'changed', changed: changed(['bots'], 'z005') }),
    { timeout: 10_000 },
  )
  const late = vi.fn()
  const stopLate = listenTogether({ name: 'live-1', after: 'z003', onTold: late })
  await vi.waitFor(() => expect(late.mock.calls[0]?.[0].changed.views).toContain('progress'), {
    timeout: 10_000,
  })
  expect(SilentEventSource.opened).toHaveLength(1)
  stopOne()
  await vi.waitFor(() => expect(SilentEventSource.opened).toHaveLength(2), { timeout: 10_000 })
  expect(first?.readyState).toBe(SilentEventSource.CLOSED)
  expect(SilentEventSource.opened[1]?.url).toBe('/api/user/live?after=z005')
  stopOther()
  stopLate()
})
