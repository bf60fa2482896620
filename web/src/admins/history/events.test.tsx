import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signIn } from '../../testing/administrators.ts'
import { json, refused } from '../../testing/api.ts'
import { eventAt, eventsDown, historyPageOf, idAt, pageCall, serveHistory } from '../../testing/history.ts'
import { openApp } from '../../testing/render.tsx'

const hostile = '<img src=x onerror="window.hurt=1">'

function open(query = '') {
  signIn()
  return openApp(`/admin/events${query}`)
}

const grid = () => screen.findByRole('grid', { name: 'Eventi, dal più recente' })
const lines = async () =>
  within(await grid())
    .getAllByRole('row')
    .slice(1)
    .map(row => Array.from(row.querySelectorAll('td'), cell => cell.textContent))

test('An event is told in a line: when in Rome, what, where, by whom', async () => {
  serveHistory([
    eventAt(2, {
      stream: 'setup-a1',
      type: 'PlanActivated',
      actor: 'customer:a1b2c3d4-0000',
      visitId: 'v1',
      data: { userId: 1, plan: 'starter', depositEuro: 500 },
    }),
    eventAt(1),
  ])
  open()
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

test('What a visitor wrote stays text', async () => {
  serveHistory([
    eventAt(1, {
      stream: `visit-${hostile}`,
      data: {
        eventType: hostile,
        elementId: hostile,
        elementText: hostile,
        page: 'javascript:window.hurt=1',
      },
    }),
  ])
  open()
  const [line] = await lines()
  expect(line?.[4]).toBe(`${hostile} · ${hostile} · javascript:window.hurt=1`)
  expect(document.querySelector('main img, main a[href^="javascript"]')).toBeNull()
})

test('The next page comes before one has scrolled to it, and the list says where it ends', async () => {
  const api = serveHistory()
  api.answer({
    [pageCall()]: () => json(200, historyPageOf(eventsDown(150, 101), { next: 'c1' })),
    'GET /api/admin/events?limit=100&cursor=c1': () => json(200, historyPageOf(eventsDown(100, 1))),
  })
  open()
  await screen.findByText('150 eventi letti')
  screen.getByText('Non ci sono altri eventi.')
  // Only the lines in sight are in the page.
  expect((await lines()).length).toBeLessThan(60)
})

test('Pages that come short are gone on from a few times, and then when somebody asks', async () => {
  const api = serveHistory()
  for (const at of Array.from({ length: 12 }).keys())
    api.answer({
      [at === 0 ? pageCall('q=raro') : `GET /api/admin/events?q=raro&limit=100&cursor=c${at}`]: () =>
        json(200, historyPageOf(at === 8 ? [eventAt(1)] : [], { next: at === 8 ? null : `c${at + 1}` })),
    })
  const user = open('?q=raro')
  const button = await screen.findByRole('button', { name: 'Cerca ancora' })
  expect(api.sent('GET /api/admin/events?q=raro&limit=100&cursor=c4')).toHaveLength(1)
  expect(api.sent('GET /api/admin/events?q=raro&limit=100&cursor=c5')).toHaveLength(0)
  await user.click(button)
  expect(await lines()).toHaveLength(1)
  screen.getByText('Non ci sono altri eventi.')
})

test('A page further down that fails is asked for again', async () => {
  const api = serveHistory()
  const second = 'GET /api/admin/events?limit=100&cursor=c1'
  api.answer({
    [pageCall()]: () => json(200, historyPageOf(eventsDown(20, 11), { next: 'c1' })),
    [second]: () => refused(503, 'Riprova tra poco'),
  })
  const user = open()
  const again = await screen.findByRole('button', { name: 'Riprova' })
  expect(await lines()).toHaveLength(10)
  api.answer({ [second]: () => json(200, historyPageOf(eventsDown(10, 1))) })
  await user.click(again)
  await screen.findByText('Non ci sono altri eventi.')
  expect(await lines()).toHaveLength(20)
  expect(api.sent(second)).toHaveLength(2)
})

test('Where the log was put back and a further page is refused, the list begins anew', async () => {
  const api = serveHistory()
  const second = 'GET /api/admin/events?limit=100&cursor=c1'
  api.answer({
    [pageCall()]: () => json(200, historyPageOf(eventsDown(20, 11), { next: 'c1' })),
    [second]: () => refused(400, 'Cursore non valido'),
  })
  const user = open()
  const again = await screen.findByRole('button', { name: 'Riprova' })
  api.answer({ [pageCall()]: () => json(200, historyPageOf(eventsDown(5, 1))) })
  await user.click(again)
  await screen.findByText('Non ci sono altri eventi.')
  expect(await lines()).toHaveLength(5)
  expect(api.sent(second)).toHaveLength(1)
})

test('A log without events says what will stand there', async () => {
  serveHistory([])
  open()
  await screen.findByText(/^Il registro è vuoto/)
})

test('Filters that let nothing through are taken off by a press', async () => {
  const api = serveHistory()
  const query = 'type=PlanActivated&stream=setup-*'
  api.answer({ [pageCall('type=PlanActivated&stream=setup-*')]: () => json(200, historyPageOf([])) })
  const user = open(`?${query}`)
  await screen.findByText('Nessun evento per questi filtri.')
  await user.click(screen.getAllByRole('button', { name: 'Togli i filtri' }).at(-1) as HTMLElement)
  expect(await lines()).toHaveLength(3)
})

test('A filter that the server refuses is told in its words', async () => {
  const api = serveHistory()
  api.answer({ [pageCall('from=ieri')]: () => refused(400, 'Data non valida') })
  const user = open('?from=ieri')
  const alerts = await screen.findAllByText('Data non valida')
  expect(alerts).not.toHaveLength(0)
  await user.click(screen.getAllByRole('button', { name: 'Togli i filtri' }).at(-1) as HTMLElement)
  expect(await lines()).toHaveLength(3)
})

test('A list that could not be read is read again by a press', async () => {
  const api = serveHistory()
  const whole = api.routeOf(pageCall())
  api.answer({ [pageCall()]: () => refused(500, 'Errore interno') })
  const user = open()
  const again = await screen.findByRole('button', { name: 'Riprova' })
  api.answer({ [pageCall()]: whole })
  await user.click(again)
  expect(await lines()).toHaveLength(3)
})

test('By keys one goes down and up, opens, and closes', async () => {
  const api = serveHistory()
  for (const at of [2, 3])
    api.answer({
      [`GET /api/admin/events/${idAt(at)}`]: () =>
        json(200, { event: eventAt(at), cause: null, effects: [] }),
    })
  const user = open()
  const table = await grid()
  screen.getByRole('button', { name: 'Tipo' }).focus()
  await user.keyboard('jjk')
  expect(table.getAttribute('aria-activedescendant')).toBe(`evento-${idAt(3)}`)
  await user.keyboard('j{Enter}')
  const drawer = await screen.findByRole('dialog', { name: 'Interazione' })
  within(drawer).getByText('Bottone 2')
  await user.keyboard('k')
  await within(drawer).findByText('Bottone 3')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(table))
})

test('Keys are letters where somebody writes, and a sheet tells what they do', async () => {
  const api = serveHistory()
  api.answer({ [pageCall('q=jp%3F')]: () => json(200, historyPageOf([])) })
  const user = open()
  const table = await grid()
  await user.keyboard('/jp?')
  expect(screen.getByLabelText('Parole')).toHaveProperty('value', 'jp?')
  expect(table.hasAttribute('aria-activedescendant')).toBe(false)
  await user.keyboard('{Escape}')
  expect(screen.getByLabelText('Parole')).toHaveProperty('value', '')
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Tasti' })
  within(sheet).getByText('evento seguente')
  await user.keyboard('j{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(table.hasAttribute('aria-activedescendant')).toBe(false)
})

test('Types are offered as one writes, several of them, and each can be taken off', async () => {
  const api = serveHistory()
  const ask = (query: string) =>
    api.answer({ [pageCall(query)]: () => json(200, historyPageOf([eventAt(9)])) })
  ask('type=PlanActivated')
  ask('type=PlanActivated&type=PlanChanged')
  ask('type=PlanChanged')
  const user = open()
  await grid()
  await user.click(screen.getByRole('button', { name: 'Tipo' }))
  await user.type(await screen.findByRole('combobox'), 'piano att{Enter}')
  await user.type(screen.getByRole('combobox'), 'PlanCh{Enter}{Escape}')
  await waitFor(() => expect(api.sent(pageCall('type=PlanActivated&type=PlanChanged'))).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Togli il filtro Tipo: Piano attivato' }))
  await waitFor(() => expect(api.sent(pageCall('type=PlanChanged'))).toHaveLength(1))
})

test('A stream is filtered whole or by how it begins, from what was seen or what is written', async () => {
  const api = serveHistory()
  const ask = (query: string) =>
    api.answer({ [pageCall(query)]: () => json(200, historyPageOf([eventAt(9)])) })
  ask('stream=visit-prova')
  ask('stream=setup-*')
  const user = open()
  await grid()
  await user.click(screen.getByRole('button', { name: 'Flusso' }))
  await user.click(await screen.findByRole('option', { name: 'visit-prova' }))
  await screen.findByRole('button', { name: 'Togli il filtro Flusso: visit-prova' })
  await user.click(screen.getByRole('button', { name: 'Flusso' }))
  await user.type(await screen.findByRole('combobox'), 'setup-{Enter}')
  await screen.findByRole('button', { name: 'Togli il filtro Flusso: setup-*' })
  expect(api.sent(pageCall('stream=setup-*'))).toHaveLength(1)
})

test('Beside a value in a line stands the filter by it', async () => {
  const api = serveHistory()
  api.answer({ [pageCall('visit=prova')]: () => json(200, historyPageOf([eventAt(1)])) })
  const user = open()
  await grid()
  await user.click(screen.getAllByRole('button', { name: 'Solo questa visita' })[0] as HTMLElement)
  await screen.findByRole('button', { name: 'Togli il filtro Visita: prova' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Between two words one may pause: the space that was typed stays', async () => {
  const api = serveHistory()
  for (const query of ['q=inizia', 'q=inizia+ora'])
    api.answer({ [pageCall(query)]: () => json(200, historyPageOf([eventAt(1)])) })
  const user = open()
  await grid()
  const field = screen.getByLabelText<HTMLInputElement>('Parole')
  await user.type(field, 'inizia ')
  await screen.findByRole('button', { name: 'Togli il filtro Parole: inizia' })
  await user.type(field, 'ora')
  await screen.findByRole('button', { name: 'Togli il filtro Parole: inizia ora' })
  expect(field.value).toBe('inizia ora')
})

test('An empty filter beside another has its chips', async () => {
  const api = serveHistory()
  api.answer({ [pageCall('type=LeadSubmitted')]: () => json(200, historyPageOf([eventAt(1)])) })
  open('?type=&type=LeadSubmitted')
  await screen.findByRole('button', { name: /^Togli il filtro Tipo/ })
})

test('An open event follows each press of a key, not one that is held down', async () => {
  const api = serveHistory()
  for (const at of [1, 2, 3])
    api.answer({
      [`GET /api/admin/events/${idAt(at)}`]: () =>
        json(200, { event: eventAt(at), cause: null, effects: [] }),
    })
  open(`?evento=${idAt(3)}`)
  const drawer = await screen.findByRole('dialog', { name: 'Interazione' })
  await within(drawer).findByText('Bottone 3')
  await grid()
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.body, { key: 'j', repeat: true })
  fireEvent.keyDown(document.body, { key: 'j', repeat: true })
  await within(drawer).findByText('Bottone 2')
  expect(api.sent(`GET /api/admin/events/${idAt(1)}`)).toHaveLength(0)
})

test('One event is one event', async () => {
  serveHistory([eventAt(1)])
  open()
  const read = await screen.findByText('1 evento letto')
  expect(read.getAttribute('aria-live')).toBe('polite')
})
