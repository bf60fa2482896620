import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { json, type Routes, refused } from '../../../testing/api.ts'
import {
  eventAt,
  historyPageOf,
  idAt,
  liveAnswer,
  newestFirst,
  openHistory,
  pageCall,
  positionAt,
} from '../../../testing/history.ts'

const liveCall = (query = '') => `GET /api/admin/events/live?${query}`

const grid = () => screen.findByRole('grid', { name: 'Eventi, dal più recente' })
const ids = async () => Array.from((await grid()).querySelectorAll('.event-line'), ({ id }) => id)
const isFirst = (at: number) => waitFor(async () => expect((await ids())[0]).toBe(`evento-${idAt(at)}`))

const openLive = (answer: Routes[string]) => openHistory('live=1', undefined, { [liveCall()]: answer })

async function follow() {
  const live = liveAnswer()
  const opened = openLive(live.answer)
  await grid()
  live.head(0)
  await screen.findByText('In ascolto')
  // Events from before the stream opened.
  await waitFor(() => expect(opened.api.sent(pageCall())).toHaveLength(2))
  const record = (from: number, to = from) => {
    opened.api.answer({ [pageCall()]: () => json(200, historyPageOf(newestFirst(to, 1))) })
    for (let at = from; at <= to; at++) live.event(eventAt(at))
  }
  return { ...opened, live, record }
}

test('A new event appears at the top once, and the switch is in the address', async () => {
  const { api, record, user } = await follow()
  record(4, 5)
  await isFirst(5)
  expect(api.sent(pageCall()).at(-1)?.headers.get('X-After')).toBe(positionAt(5))
  expect(await ids()).toEqual([5, 4, 3, 2, 1].map(at => `evento-${idAt(at)}`))
  // The number changes with each event, and is not read aloud.
  expect(screen.getByText('5 eventi letti').parentElement?.getAttribute('aria-live')).toBe('off')
  expect(api.sent(liveCall())).toHaveLength(1)
  await user.click(screen.getByRole('switch', { name: 'In diretta' }))
  await waitFor(() => expect(screen.queryByText('In ascolto')).toBeNull())
  expect(await ids()).toHaveLength(5)
})

test('While paused, events wait and are counted', async () => {
  const { record, user } = await follow()
  await user.click(screen.getByRole('button', { name: 'Pausa' }))
  await screen.findByText('In pausa')
  record(4, 15)
  const count = await screen.findByRole('button', { name: '12 nuovi eventi' })
  expect((await ids())[0]).toBe(`evento-${idAt(3)}`)
  await user.click(count)
  await isFirst(15)
  expect(screen.queryByRole('button', { name: /nuovi eventi/ })).toBeNull()
})

test('The list does not move while it is scrolled or under the pointer', async () => {
  const { record, user } = await follow()
  const scroller = document.querySelector('.event-grid') as HTMLElement
  const scroll = (top: number) => {
    scroller.scrollTop = top
    fireEvent.scroll(scroller)
  }
  scroll(40)
  record(4)
  await screen.findByRole('button', { name: '1 nuovo evento' })
  expect((await ids())[0]).toBe(`evento-${idAt(3)}`)
  scroll(0)
  await isFirst(4)
  await user.hover(document.querySelector('.event-line') as HTMLElement)
  record(5)
  await screen.findByRole('button', { name: '1 nuovo evento' })
  await user.unhover(document.querySelector('.event-line') as HTMLElement)
  await user.hover(screen.getByRole('heading', { name: 'Eventi' }))
  await isFirst(5)
})

test('After a lost connection the stream reconnects, and the list is read again', async () => {
  const { api, live } = await follow()
  const next = liveAnswer()
  api.answer({ [liveCall()]: next.answer })
  live.cut()
  await screen.findByText('Collegamento perso: riprovo')
  api.answer({ [pageCall()]: () => json(200, historyPageOf(newestFirst(8, 1))) })
  await waitFor(() => expect(api.sent(liveCall())).toHaveLength(2))
  next.head(0, 8)
  await isFirst(8)
  expect(api.sent(pageCall()).at(-1)?.headers.get('X-After')).toBe(positionAt(8))
  await screen.findByText('In ascolto')
})

test('A silent connection is opened again', async () => {
  const { api, live } = await follow()
  api.answer({ [liveCall()]: liveAnswer().answer })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  live.head(1_000)
  await act(() => vi.advanceTimersByTimeAsync(13_000))
  expect(api.sent(liveCall())).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  await waitFor(() => expect(api.sent(liveCall())).toHaveLength(2))
})

test('After a server failure the stream is opened again, a refusal of the filters is final', async () => {
  const { api } = openLive(() => refused(503, 'Riprova tra poco'))
  await screen.findByText('Collegamento perso: riprovo')
  api.answer({ [liveCall()]: () => refused(400, 'Tipo non valido') })
  const sent = api.sent(liveCall()).length
  await screen.findByText('La diretta non accetta questi filtri')
  expect(api.sent(liveCall())).toHaveLength(sent + 1)
})

test('Events do not keep an idle session alive', async () => {
  const { api, record } = await follow()
  const token = localStorage.getItem('admin_token')
  api.answer({
    [pageCall()]: () =>
      new Response(JSON.stringify(historyPageOf(newestFirst(4, 1))), { headers: { 'X-Token': 'nuovo' } }),
  })
  record(4)
  await isFirst(4)
  expect(localStorage.getItem('admin_token')).toBe(token)
})

test('The end of the session leaves the console', async () => {
  openLive(() => refused(401, 'Accesso richiesto'))
  await screen.findByText('La sessione è terminata. Accedi di nuovo per tornare alla console.')
})
