import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, type Routes, refused } from '../../../testing/api.ts'
import {
  eventAt,
  eventsDown,
  historyPageOf,
  idAt,
  liveAnswer,
  openHistory,
  pageCall,
  positionAt,
} from '../../../testing/history.ts'

const liveAfter = (at: number, query = '') =>
  `GET /api/admin/events/live?${query && `${query}&`}after=${positionAt(at)}`

const grid = () => screen.findByRole('grid', { name: 'Eventi, dal più recente' })
const ids = async () => Array.from((await grid()).querySelectorAll('.event-line'), ({ id }) => id)
const isFirst = (at: number) => waitFor(async () => expect((await ids())[0]).toBe(`evento-${idAt(at)}`))

const openLive = (answer: Routes[string]) => openHistory('live=1', undefined, { [liveAfter(3)]: answer })

async function follow() {
  const live = liveAnswer()
  const opened = openLive(live.answer)
  await grid()
  live.head(0)
  await screen.findByText('In ascolto')
  return { ...opened, live }
}

test('A new event appears at the top once, and the switch is in the address', async () => {
  const { api, live, user } = await follow()
  live.event(eventAt(4))
  live.event(eventAt(5))
  await isFirst(5)
  expect(await ids()).toEqual([5, 4, 3, 2, 1].map(at => `evento-${idAt(at)}`))
  // How many were read changes with each of them, and is not read aloud.
  expect(screen.getByText('5 eventi letti').getAttribute('aria-live')).toBe('off')
  expect(api.sent(liveAfter(3))).toHaveLength(1)
  await user.click(screen.getByRole('switch', { name: 'In diretta' }))
  await waitFor(() => expect(screen.queryByText('In ascolto')).toBeNull())
  expect(await ids()).toHaveLength(5)
})

test('While paused, events wait and are counted', async () => {
  const { live, user } = await follow()
  await user.click(screen.getByRole('button', { name: 'Pausa' }))
  await screen.findByText('In pausa')
  for (let at = 4; at <= 15; at++) live.event(eventAt(at))
  const count = await screen.findByRole('button', { name: '12 nuovi eventi' })
  expect((await ids())[0]).toBe(`evento-${idAt(3)}`)
  await user.click(count)
  await isFirst(15)
  expect(screen.queryByRole('button', { name: /nuovi eventi/ })).toBeNull()
})

test('The list stands still while it is scrolled or under the pointer', async () => {
  const { live, user } = await follow()
  const scroller = document.querySelector('.event-grid') as HTMLElement
  const scroll = (top: number) => {
    scroller.scrollTop = top
    fireEvent.scroll(scroller)
  }
  scroll(40)
  live.event(eventAt(4))
  await screen.findByRole('button', { name: '1 nuovo evento' })
  expect((await ids())[0]).toBe(`evento-${idAt(3)}`)
  scroll(0)
  await isFirst(4)
  await user.hover(document.querySelector('.event-line') as HTMLElement)
  live.event(eventAt(5))
  await screen.findByRole('button', { name: '1 nuovo evento' })
  await user.unhover(document.querySelector('.event-line') as HTMLElement)
  await user.hover(screen.getByRole('heading', { name: 'Eventi' }))
  await isFirst(5)
})

test('After a cut it resumes at the server’s position, also without a match', async () => {
  const { api, live } = await follow()
  live.event(eventAt(4))
  await isFirst(4)
  live.head(0, 7)
  const next = liveAnswer()
  api.answer({ [liveAfter(7)]: next.answer })
  live.cut()
  await screen.findByText('Collegamento perso: riprovo')
  await waitFor(() => expect(api.sent(liveAfter(7))).toHaveLength(1))
  next.event(eventAt(8))
  await isFirst(8)
  await screen.findByText('In ascolto')
})

test('A silent connection is opened again', async () => {
  const { api, live } = await follow()
  const next = liveAnswer()
  api.answer({ [liveAfter(3)]: next.answer })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  live.head(1_000)
  await act(() => vi.advanceTimersByTimeAsync(13_000))
  expect(api.sent(liveAfter(3))).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  await waitFor(() => expect(api.sent(liveAfter(3))).toHaveLength(2))
})

test('A failing server is tried again, a refusal of the filters is final', async () => {
  const { api } = openLive(() => refused(503, 'Riprova tra poco'))
  await screen.findByText('Collegamento perso: riprovo')
  // Without the position too, which may be of a log that was put back since.
  const fromNow = 'GET /api/admin/events/live?'
  api.answer({
    [liveAfter(3)]: () => refused(400, 'Posizione non valida'),
    [fromNow]: () => refused(400, 'Tipo non valido'),
  })
  await screen.findByText('La diretta non accetta questi filtri')
  expect(api.sent(fromNow)).toHaveLength(1)
})

test('The end of the session leaves the console', async () => {
  openLive(() => refused(401, 'Accesso richiesto'))
  await screen.findByText('La sessione è terminata. Accedi di nuovo per tornare alla console.')
})

test('More events than the list keeps cause a new read', async () => {
  const { api, live, user } = await follow()
  await user.click(screen.getByRole('button', { name: 'Pausa' }))
  await screen.findByText('In pausa')
  for (let at = 4; at <= 1_504; at++) live.event(eventAt(at))
  const count = await screen.findByRole('button', { name: '1.501 nuovi eventi' })
  api.answer({ [pageCall()]: () => json(200, historyPageOf(eventsDown(1_504, 1_405), { next: 'c1' })) })
  api.answer({
    'GET /api/admin/events?limit=100&cursor=c1': () => json(200, historyPageOf(eventsDown(1_404, 1))),
  })
  await user.click(count)
  const lastReading = () => api.sent(pageCall()).at(-1)
  await waitFor(() => expect(lastReading()?.headers.get('X-After')).toBe(positionAt(1_504)))
  await screen.findByText('100 eventi letti, altri più in basso')
  // What comes then stands above the list that was read, which is not read for each of them.
  const readings = api.sent(pageCall()).length
  live.event(eventAt(1_505))
  await isFirst(1_505)
  live.event(eventAt(1_506))
  await isFirst(1_506)
  expect(api.sent(pageCall())).toHaveLength(readings)
})

test('Events between the read of an empty list and its stream are not missed', async () => {
  const live = liveAnswer()
  const { api } = openHistory('visit=v9&live=1', [], {
    [pageCall('visit=v9')]: () => json(200, historyPageOf([], { head: positionAt(3) })),
    [liveAfter(3, 'visit=v9')]: live.answer,
  })
  await screen.findByText(/^Nessun evento per questi filtri, finora/)
  api.answer({ [pageCall('visit=v9')]: () => json(200, historyPageOf([eventAt(2)])) })
  live.head(0)
  await isFirst(2)
  expect(api.sent(pageCall('visit=v9'))).toHaveLength(2)
  live.event(eventAt(4))
  await isFirst(4)
})
