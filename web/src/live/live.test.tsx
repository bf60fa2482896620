import type { Changed } from '@tba/events/accounts/live.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { useCustomerData } from '../accounts/current-user.ts'
import { newestWrite } from '../api/http.ts'
import { useCommand } from '../api/swr.ts'
import { type Call, deferred, json, refused } from '../testing/api.ts'
import { openCustomer, progressOf, serveCustomer } from '../testing/customers.ts'
import { openApp, openPart } from '../testing/render.tsx'
import { subscribeShared } from './stream.ts'
import { useLive } from './use-live.ts'

type Api = ReturnType<typeof serveCustomer>

/** The newest of so many streams, once it is open. */
async function streamOf({ streams }: Api, count = 1) {
  await waitFor(() => expect(streams).toHaveLength(count))
  const opened = streams.at(-1) as Api['streams'][number]
  opened.emit('still')
  return opened
}

const changed = (views: Changed['views'], position = 'z009'): Changed => ({ views, position })
/** Another tab of the same browser. */
const inTab = (after: string, onMessage: () => void) =>
  subscribeShared({ name: 'live-1', after, allViews: ['bots', 'progress'], onMessage })

test('a step completed elsewhere shows without a reload, and the read carries its position', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  await screen.findByText('0%')
  const source = await streamOf(api)
  api.answer({ 'GET /api/user/progress': () => json(200, progressOf({ step1_broker_account: true })) })
  source.emit('changed', changed(['progress', 'activity']))
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
  const source = await streamOf(api)
  api.answer({ 'GET /api/user/notes': () => json(200, ['Prima', 'Seconda']) })
  source.emit('changed', changed(['activity', 'others']))
  await screen.findByText('Prima,Seconda')
  expect(api.sent('GET /api/user/notes/pin')).toEqual([])
})

test('many changes in a row cause few reads', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  await screen.findByText('0%')
  const source = await streamOf(api)
  const slow = deferred()
  api.answer({ 'GET /api/user/progress': slow.answer })
  for (let at = 0; at < 20; at += 1) source.emit('changed', changed(['progress'], `z0${10 + at}`))
  await waitFor(() => expect(newestWrite.position).toBe('z029'))
  api.answer({ 'GET /api/user/progress': () => json(200, progressOf()) })
  slow.release(json(200, progressOf()))
  await waitFor(() => expect(api.sent('GET /api/user/progress').at(-1)?.headers.get('X-After')).toBe('z029'))
  expect(api.sent('GET /api/user/progress').length).toBeLessThanOrEqual(3)
})

test('a customer who signs out does not see that the session is over', async () => {
  const api = serveCustomer(progressOf())
  api.answer({
    'POST /api/logout': async () => {
      api.streams[0]?.emit('ended')
      api.answer({ 'GET /api/auth/user': () => refused(401, 'Accesso richiesto') })
      return json(200, { ok: true })
    },
  })
  const user = openApp('/dashboard')
  const source = await streamOf(api)
  await user.click(screen.getByRole('button', { name: 'Esci' }))
  await screen.findByText('Logout effettuato')
  expect(screen.queryByText('Accesso Richiesto')).toBeNull()
  expect(source.isOpen).toBe(false)
})

test('a server that is away for more than a moment is reported, and also when it returns', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api } = openCustomer('/dashboard', progressOf())
  ;(await streamOf(api)).cut()
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  const second = await streamOf(api, 2)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByText(/Connessione con il server persa/)).toBeNull()
  const open = api.routeOf('GET /api/user/live')
  api.answer({ 'GET /api/user/live': () => refused(502, 'Bad Gateway') })
  second.cut()
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  await screen.findByText(/Connessione con il server persa/)
  api.answer({ 'GET /api/user/live': open })
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  await streamOf(api, 3)
  await waitFor(() => expect(screen.queryByText(/Connessione con il server persa/)).toBeNull())
})

test('a silent connection is opened again, and reported if it stays silent', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api } = openCustomer('/dashboard', progressOf())
  const source = await streamOf(api)
  source.emit('changed', changed(['activity'], 'z042'))
  for (let still = 0; still < 10; still += 1) {
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    source.emit('still')
  }
  expect(api.streams).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  expect(source.isOpen).toBe(false)
  await waitFor(() => expect(api.streams[1]?.path).toBe('/api/user/live?after=z042'))
  // The connection is open, but nothing comes: a proxy holds it back.
  await screen.findByText(/Connessione con il server persa/)
  await streamOf(api, 2)
  await waitFor(() => expect(screen.queryByText(/Connessione con il server persa/)).toBeNull())
})

test('without https a hidden tab closes its connection', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get')
  const setHidden = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const { streams } = serveCustomer(progressOf())
  const seen = vi.fn()
  const stop = inTab('z001', seen)
  streams[0]?.emit('changed', changed(['bots'], 'z005'))
  await waitFor(() => expect(seen).toHaveBeenCalled())
  setHidden(true)
  await waitFor(() => expect(streams[0]?.isOpen).toBe(false))
  expect(streams).toHaveLength(1)
  setHidden(false)
  await waitFor(() => expect(streams[1]?.path).toBe('/api/user/live?after=z005'))
  stop()
  expect(streams[1]?.isOpen).toBe(false)
  setHidden(false)
  expect(streams).toHaveLength(2)
})

test('a refused stream is opened again at its position, after growing pauses', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { api } = openCustomer('/dashboard', progressOf())
  const source = await streamOf(api)
  source.emit('changed', changed(['activity'], 'z042'))
  const asked: string[] = []
  const refuse = ({ path }: Call) => {
    asked.push(path)
    return refused(503, 'Riprova tra poco')
  }
  api.answer({ 'GET /api/user/live': refuse })
  await act(() => vi.advanceTimersByTimeAsync(100))
  source.cut()
  await act(() => vi.advanceTimersByTimeAsync(1_600))
  expect(asked).toEqual(['/api/user/live?after=z042'])
  await act(() => vi.advanceTimersByTimeAsync(1_900))
  expect(asked).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(asked).toHaveLength(2)
})

test('a stream that is refused because the session is over shows it', async () => {
  const { api } = openCustomer('/dashboard', progressOf())
  const source = await streamOf(api)
  api.answer({ 'GET /api/user/live': () => refused(401, 'Accesso richiesto') })
  source.cut()
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
  const { streams } = serveCustomer(progressOf())
  const [one, other] = [vi.fn(), vi.fn()]
  const stopOne = inTab('z001', one)
  const stopOther = inTab('z001', other)
  streams[0]?.emit('changed', changed(['bots'], 'z005'))
  await waitFor(() =>
    expect(other).toHaveBeenCalledWith({ kind: 'changed', changed: changed(['bots'], 'z005') }),
  )
  const late = vi.fn()
  const stopLate = inTab('z003', late)
  await waitFor(() => expect(late.mock.calls[0]?.[0].changed.views).toContain('progress'))
  expect(streams).toHaveLength(1)
  stopOne()
  await waitFor(() => expect(streams).toHaveLength(2))
  expect(streams[0]?.isOpen).toBe(false)
  expect(streams[1]?.path).toBe('/api/user/live?after=z005')
  stopOther()
  stopLate()
})
