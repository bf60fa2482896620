import { periodOf } from '@tba/events/period.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { json, refused } from '../../testing/api.ts'
import {
  detailOf,
  eventAt,
  historyPageOf,
  idAt,
  newestFirst,
  openHistory,
  pageCall,
} from '../../testing/history.ts'
import { cellsOf } from '../../testing/look.ts'
import { lastDayBefore } from '../parts/time/rome-time.ts'

const grid = () => screen.findByRole('grid', { name: 'Eventi, dal più recente' })
const lines = async () => cellsOf(await grid())

/** The console's history. It answers these filters with one event. */
const openFiltered = (...queries: string[]) => {
  const found = () => json(200, historyPageOf([eventAt(9)]))
  return openHistory('', undefined, Object.fromEntries(queries.map(query => [pageCall(query), found])))
}

test('A row shows time in Rome, action, place and actor', async () => {
  const where = { stream: 'setup-a1', actor: 'customer:a1b2c3d4-0000', visitId: 'v1' }
  const data = { userId: 1, plan: 'starter', depositEuro: 500 }
  openHistory('', [eventAt(2, { ...where, type: 'PlanActivated', data }), eventAt(1)])
  expect(await lines()).toEqual([
    [
      ...['22/11/2026, 00:30:15', 'Piano attivato PlanActivated', 'setup-a1'],
      ...['Cliente a1b2c3d4', 'Starter · 500 €', 'v1'],
    ],
    [
      ...['22/11/2026, 00:30:15', 'Interazione InteractionTracked', 'visit-prova'],
      ...['Visitatore ', 'Clic · Bottone 1 · /', 'prova'],
    ],
  ])
  expect(document.querySelector('.event-line time')?.getAttribute('title')).toBe('2026-11-21T23:30:15.250Z')
})

test('An administrator has their e-mail address in the list and the drawer', async () => {
  const id = 'a3a3a3a3-0000-4000-8000-000000000001'
  const event = eventAt(1, { actor: `admin:${id}`, type: 'AdminEnded', data: { adminId: id } })
  const admins = [{ id, email: 'anna@example.com' }]
  openHistory(`event=${event.id}`, [event], {
    'GET /api/admin/audit?limit=1': () => json(200, { entries: [], admins, next: null }),
    ...detailOf(1, { event }),
  })
  await waitFor(() => expect(screen.getAllByText('anna@example.com')).toHaveLength(3))
  expect(screen.queryByText(new RegExp(id.slice(0, 8)))).toBeNull()
})

test('The next page loads before the end of the list, and the end shows a message', async () => {
  openHistory('', [], {
    [pageCall()]: () => json(200, historyPageOf(newestFirst(150, 101), { next: 'c1' })),
    'GET /api/admin/events?limit=100&cursor=c1': () => json(200, historyPageOf(newestFirst(100, 1))),
  })
  await screen.findByText('150 eventi letti')
  screen.getByText('Non ci sono altri eventi.')
  // The page contains only the visible lines.
  expect((await lines()).length).toBeLessThan(60)
})

test.each([
  ['fails is requested again', 500, 2, 15],
  ['is refused, because the log was restored, starts again', 400, 1, 5],
])('A list whose next page %s', async (_what, status, asked, count) => {
  const second = 'GET /api/admin/events?limit=100&cursor=c1'
  const { api, user } = openHistory('', [], {
    [pageCall()]: () => json(200, historyPageOf(newestFirst(20, 11), { next: 'c1' })),
    [second]: () => refused(status, 'No'),
  })
  const again = await screen.findByRole('button', { name: 'Riprova' })
  expect(await lines()).toHaveLength(10)
  api.answer({
    [pageCall()]: () => json(200, historyPageOf(newestFirst(5, 1), { next: status === 400 ? null : 'c1' })),
    [second]: () => json(200, historyPageOf(newestFirst(110, 101))),
  })
  await user.click(again)
  await screen.findByText('Non ci sono altri eventi.')
  expect(await lines()).toHaveLength(count)
  expect(api.sent(second)).toHaveLength(asked)
})

test('An empty log explains itself', async () => {
  openHistory('', [])
  await screen.findByText(/^Il registro è vuoto/)
})

test.each([
  ['that find nothing', () => json(200, historyPageOf([])), 'Nessun evento per questi filtri.'],
  ['that the server refuses, with its message,', () => refused(400, 'Data non valida'), 'Data non valida'],
])('Filters %s are removed by a press', async (_which, answer, text) => {
  const query = 'type=PlanActivated&stream=setup-*'
  const { user } = openHistory(query, undefined, { [pageCall(query)]: answer })
  await screen.findAllByText(text)
  await user.click(screen.getAllByRole('button', { name: 'Togli i filtri' }).at(-1) as HTMLElement)
  expect(await lines()).toHaveLength(3)
})

test('Keys move down and up, open and close', async () => {
  const { user } = openHistory('', undefined, { ...detailOf(2), ...detailOf(3) })
  const table = await grid()
  screen.getByRole('button', { name: 'Tipo' }).focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(table.getAttribute('aria-activedescendant')).toBe(`evento-${idAt(3)}`)
  await user.keyboard('{ArrowDown}{Enter}')
  const drawer = await screen.findByRole('dialog', { name: 'Interazione' })
  within(drawer).getByText('Bottone 2')
  await user.keyboard('{ArrowUp}')
  await within(drawer).findByText('Bottone 3')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(table))
})

test('Types are suggested while typing; several can be chosen and removed', async () => {
  const both = 'type=PlanActivated&type=PlanChanged'
  const { api, user } = openFiltered('type=PlanActivated', both, 'type=PlanChanged')
  await grid()
  await user.click(screen.getByRole('button', { name: 'Tipo' }))
  await user.type(await screen.findByRole('combobox', { name: 'Tipo' }), 'piano att{Enter}')
  await user.type(screen.getByRole('combobox', { name: 'Tipo' }), 'PlanCh{Enter}{Escape}')
  await waitFor(() => expect(api.sent(pageCall(both))).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Togli il filtro Tipo: Piano attivato' }))
  await waitFor(() => expect(api.sent(pageCall('type=PlanChanged'))).toHaveLength(1))
})

test('Tracked kinds are suggested as events, clicks on the banner separately', async () => {
  const query = 'type=InteractionTracked%3Abutton_click'
  const { api, user } = openFiltered(query)
  await grid()
  await user.click(screen.getByRole('button', { name: 'Tipo' }))
  const offered = (await screen.findAllByRole('option')).slice(0, 3).map(option => option.textContent)
  const onBanner = 'Clic sul banner dei cookiebanner_click'
  expect(offered).toEqual(['Pagina vistapage_view', 'Clicbutton_click', onBanner])
  await user.click(screen.getByRole('option', { name: /^Clic button_click|^Clicbutton_click/ }))
  await screen.findByRole('button', { name: 'Togli il filtro Tipo: Clic' })
  expect(api.sent(pageCall(query))).toHaveLength(1)
})

test('A click and its analytics event are one row, which opens to both', async () => {
  const press = { eventName: 'button_click', eventCategory: 'hero', eventLabel: 'Bottone 2' }
  const data = { ...press, page: `${location.origin}/` }
  const echo = eventAt(3, { type: 'AnalyticsEventTracked', data })
  const { user } = openHistory('', [echo, eventAt(2), eventAt(1)], detailOf(2, { twin: echo }))
  expect((await lines()).map(cells => cells[1])).toEqual([
    'Interazione e analytics InteractionTracked',
    'Interazione InteractionTracked',
  ])
  screen.getByText('3 eventi letti')
  await user.click(screen.getByText('e analytics'))
  const drawer = within(await screen.findByRole('dialog', { name: 'Interazione' }))
  await drawer.findByRole('heading', { name: 'La stessa azione, come evento analytics' })
  expect(drawer.getAllByText('Bottone 2')).toHaveLength(2)
  drawer.getByRole('button', { name: 'Apri «Evento analytics»' })
})

test('A stream is filtered by name or prefix, chosen or typed', async () => {
  const { api, user } = openFiltered('stream=visit-prova', 'stream=setup-*')
  await grid()
  await user.click(screen.getByRole('button', { name: 'Flusso' }))
  await user.click(await screen.findByRole('option', { name: 'visit-prova' }))
  await screen.findByRole('button', { name: 'Togli il filtro Flusso: visit-prova' })
  await user.click(screen.getByRole('button', { name: 'Flusso' }))
  await user.type(await screen.findByRole('combobox', { name: 'Flusso' }), 'setup-{Enter}')
  await screen.findByRole('button', { name: 'Togli il filtro Flusso: setup-*' })
  expect(api.sent(pageCall('stream=setup-*'))).toHaveLength(1)
})

test('A relative period moves with the day, reaches up to now, and can be replaced by days', async () => {
  const from = new URLSearchParams({ from: periodOf('14d', Date.now()).from }).toString()
  const { to } = periodOf('yesterday', Date.now())
  const yesterday = new URLSearchParams(periodOf('yesterday', Date.now())).toString()
  const { user } = openFiltered(from, yesterday)
  await grid()
  const picker = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Periodo' })
  expect(picker.selectedOptions[0]?.text).toBe('Sempre')
  await user.selectOptions(picker, 'Ultimi 14 giorni')
  await screen.findByText('1 evento letto')
  const isLive = () => screen.getByRole('switch', { name: 'In diretta' })
  expect(isLive().title).toBe('')
  await user.selectOptions(picker, 'Ieri')
  await waitFor(() => expect(isLive().title).toBe('In diretta solo senza un ultimo giorno'))
  await user.selectOptions(picker, 'Date scelte')
  const last = lastDayBefore(to).split('-').reverse().join('/')
  expect(screen.getByLabelText<HTMLInputElement>('Al giorno').value).toBe(last)
})

test('A typed space stays after a pause', async () => {
  const { user } = openFiltered('q=inizia', 'q=inizia+ora')
  await grid()
  const field = screen.getByLabelText<HTMLInputElement>('Parole')
  await user.type(field, 'inizia ')
  await screen.findByRole('button', { name: 'Togli il filtro Parole: inizia' })
  await user.type(field, 'ora')
  await screen.findByRole('button', { name: 'Togli il filtro Parole: inizia ora' })
  expect(field.value).toBe('inizia ora')
})

test('The open event follows each press of a key, but not a held key', async () => {
  const details = { ...detailOf(1), ...detailOf(2), ...detailOf(3) }
  const { api } = openHistory(`event=${idAt(3)}`, undefined, details)
  const drawer = await screen.findByRole('dialog', { name: 'Interazione' })
  await within(drawer).findByText('Bottone 3')
  await grid()
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  fireEvent.keyDown(document.body, { key: 'ArrowDown', repeat: true })
  fireEvent.keyDown(document.body, { key: 'ArrowDown', repeat: true })
  await within(drawer).findByText('Bottone 2')
  expect(api.sent(`GET /api/admin/events/${idAt(1)}`)).toHaveLength(0)
})
