import type { Changed } from '@tba/events/accounts/live.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useCustomerData } from '../accounts/current-user.ts'
import { useCommand } from '../api/swr.ts'
import { json, refused } from '../testing/api.ts'
import { openCustomer, progressOf, serveCustomer } from '../testing/customers.ts'
import { SilentEventSource } from '../testing/event-source.ts'
import { openApp, openPart } from '../testing/render.tsx'
import { subscribeShared } from './stream.ts'
import { useLive } from './use-live.ts'

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
/** Another tab of the same browser. */
const inTab = (after: string, onMessage: () => void) =>
  subscribeShared({ name: 'live-1', after, allViews: ['bots', 'progress'], onMessage })

test('a step completed elsewhere shows without a reload, and the read carries its position', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  await screen.findByText('0%')
  const source = await stream()
  api.answer({ 'GET /api/user/progress': () => json(200, progressOf({ step1_broker_account: true })) })
  act(() => source.emit('changed', changed(['progress', 'activity'])))
  await screen.findByText('25%')
  expect(api.sent('GET /api/user/progress').at(-1)?.headers.get('X-After')).toBe('z009')
})

test('reads of a new context are repeated without a list here, commands are not', async () => {
  function Notes() {
    useLive()
    const { trigger } = useCommand('POST', '/api/user/notes/pin')
    return (
      <button type="button" onClick={() => trigger({})}>
        {useCustomerData<string[]>('/api/user/notes').data?.join()}
      </button>
    )
  }
  const api = serveCustomer(progressOf())
  api.answer({
    'GET /api/user/notes': () => json(200, ['Prima']),
    'POST /api/user/notes/pin': () => json(200, { ok: true }),
  })
  const user = openPart(<Notes />)
  await user.click(await screen.findByText('Prima'))
  await waitFor(() => expect(api.sent('POST /api/user/notes/pin')).toHaveLength(1))
  const source = await stream()
  api.answer({ 'GET /api/user/notes': () => json(200, ['Prima', 'Seconda']) })
  act(() => source.emit('changed', changed(['activity', 'others'])))
  await screen.findByText('Prima,Seconda')
  expect(api.sent('GET /api/user/notes/pin')).toEqual([])
})

test('many changes in a row cause few reads', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  await screen.findByText('0%')
  const source = await stream()
  for (let at = 0; at < 20; at += 1) act(() => source.emit('changed', changed(['progress'], `z0${10 + at}`)))
  await waitFor(() => expect(api.sent('GET /api/user/progress').at(-1)?.headers.get('X-After')).toBe('z029'))
  expect(api.sent('GET /api/user/progress').length).toBeLessThanOrEqual(3)
})

test('a customer who signs out does not see that the session is over', async () => {
  const api = serveCustomer(progressOf())
  let source: SilentEventSource | undefined
  api.answer({
    'POST /api/logout': async () => {
      source?.emit('ended', {})
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

test('a server that is away for more than a moment is reported, and also when it returns', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openCustomer('/dashboard', progressOf())
  const source = await stream()
  act(() => source.disconnect())
  act(() => source.answer())
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByText(/Connessione con il server persa/)).toBeNull()
  act(() => source.disconnect())
  await act(() => vi.advanceTimersByTimeAsync(4000))
  screen.getByText(/Connessione con il server persa/)
  act(() => source.answer())
  await waitFor(() => expect(screen.queryByText(/Connessione con il server persa/)).toBeNull())
})

test('a silent connection is opened again, and reported if it stays silent', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openCustomer('/dashboard', progressOf())
  const source = await stream()
  act(() => source.emit('changed', changed(['activity'], 'z042')))
  for (let still = 0; still < 10; still += 1) {
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    act(() => source.emit('still', {}))
  }
  expect(SilentEventSource.opened).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  expect(source.readyState).toBe(SilentEventSource.CLOSED)
  const [, next] = SilentEventSource.opened
  expect(next?.url).toBe('/api/user/live?after=z042')
  // The connection opens, but nothing comes: a proxy holds it back.
  act(() => next?.onopen?.())
  screen.getByText(/Connessione con il server persa/)
  act(() => next?.emit('still', {}))
  await waitFor(() => expect(screen.queryByText(/Connessione con il server persa/)).toBeNull())
})

test('without https a hidden tab closes its connection', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get')
  const setHidden = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const stop = inTab('z001', vi.fn())
  const [first] = SilentEventSource.opened
  first?.emit('changed', changed(['bots'], 'z005'))
  setHidden(true)
  expect(first?.readyState).toBe(SilentEventSource.CLOSED)
  expect(SilentEventSource.opened).toHaveLength(1)
  setHidden(false)
  expect(SilentEventSource.opened[1]?.url).toBe('/api/user/live?after=z005')
  stop()
  expect(SilentEventSource.opened[1]?.readyState).toBe(SilentEventSource.CLOSED)
  setHidden(false)
  expect(SilentEventSource.opened).toHaveLength(2)
})

test('a refused stream is opened again at its position, after growing pauses', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openCustomer('/dashboard', progressOf())
  const source = await stream()
  act(() => source.emit('changed', changed(['activity'], 'z042')))
  act(() => source.disconnect({ refused: true }))
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(SilentEventSource.opened).toHaveLength(2)
  expect(SilentEventSource.opened[1]?.url).toBe('/api/user/live?after=z042')
  act(() => SilentEventSource.opened[1]?.disconnect({ refused: true }))
  await act(() => vi.advanceTimersByTimeAsync(1900))
  expect(SilentEventSource.opened).toHaveLength(2)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(SilentEventSource.opened).toHaveLength(3)
})

test('a stream that is refused because the session is over shows it', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  const source = await stream()
  api.answer({ 'GET /api/auth/user': () => refused(401, 'Accesso richiesto') })
  act(() => source.disconnect({ refused: true }))
  await screen.findByText('Accesso Richiesto')
})

test('a second tab gets the messages of the first, and takes the stream over without a gap', async () => {
  // Like in a browser: one holder of the lock at a time, then the next one.
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
  const stopOne = inTab('z001', one)
  const stopOther = inTab('z001', other)
  const [first] = SilentEventSource.opened
  first?.emit('changed', changed(['bots'], 'z005'))
  await waitFor(
    () => () => expect(other).toHaveBeenCalledWith({ kind: 'changed', changed: changed(['bots'], 'z005') }),
  )
  const late = vi.fn()
  const stopLate = inTab('z003', late)
  await waitFor(() => expect(late.mock.calls[0]?.[0].changed.views).toContain('progress'))
  expect(SilentEventSource.opened).toHaveLength(1)
  stopOne()
  await waitFor(() => expect(SilentEventSource.opened).toHaveLength(2))
  expect(first?.readyState).toBe(SilentEventSource.CLOSED)
  expect(SilentEventSource.opened[1]?.url).toBe('/api/user/live?after=z005')
  stopOther()
  stopLate()
})
