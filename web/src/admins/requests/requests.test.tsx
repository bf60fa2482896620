import { act, screen, waitFor, within } from '@testing-library/react'
import { openConsole, setOtherTab, tokenOf } from '../../testing/administrators.ts'
import { json, refused } from '../../testing/api.ts'
import { cellsOf } from '../../testing/look.ts'
import { leadId, otherId, questionnaireOf } from '../../testing/people.ts'
import {
  change,
  detailAnswer,
  detailCall,
  openRequests,
  requestOf,
  requestsAnswer,
} from '../../testing/requests.ts'

const opened = `?view=all&request=${leadId}`
const listCall = (query: string) => `GET /api/admin/requests?${query}&limit=50`
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('Requests are listed with state, owner and call, and what is late is told', async () => {
  const due = requestOf({ state: 'working', callAt: '2026-01-22T08:00:00.000Z', lastNote: 'Dopo le 18' })
  const { user } = openRequests('', { 'GET /api/admin/requests': () => requestsAnswer([due], 1) })
  await screen.findByText('1 aspetta, 1 in ritardo')
  const [row = []] = cellsOf()
  expect([...row.slice(0, 4), row[5]]).toEqual([
    ...['Bruno Verdi Contatto', '333 123 4567', 'In lavorazione', 'nessuno', 'Dopo le 18'],
  ])
  expect(row[4]).toMatch(/09:00 in ritardo$/)
  await user.click(await button('Bruno Verdi'))
  const drawer = within(await screen.findByRole('dialog', { name: 'Bruno Verdi' }))
  await drawer.findByText('Chiamatemi dopo le 18')
  const to = (name: string) => drawer.getByRole('link', { name }).getAttribute('href')
  expect([to('333 123 4567'), to('WhatsApp')]).toEqual(['tel:+393331234567', 'https://wa.me/393331234567'])
})

test('A request says if an older one of its person is open', async () => {
  const again = requestOf({ id: otherId, kind: 'questionnaire', olderOpen: leadId })
  openRequests('', { 'GET /api/admin/requests': () => requestsAnswer([again, requestOf()]) })
  await screen.findByText('Di nuovo')
  expect(cellsOf().map(([name]) => name)).toEqual([
    'Bruno Verdi QuestionarioDi nuovo',
    'Bruno Verdi Contatto',
  ])
})

test.each([
  [`/admin/leads?contatto=${leadId}`, 'kind=lead&view=all'],
  [`/admin/questionnaires?questionario=${leadId}&q=verdi`, 'q=verdi&kind=questionnaire&view=all'],
])('The earlier address %s leads to a view of the requests', async (address, query) => {
  const { api } = openConsole(address, {
    'GET /api/admin/requests': () => requestsAnswer(),
    [detailCall]: () => detailAnswer(),
    'GET /api/admin/users': () => json(200, { users: [], next: null }),
  })
  await screen.findByRole('dialog', { name: 'Bruno Verdi' })
  await waitFor(() => expect(api.sent(listCall(query)).length).toBeGreaterThan(0))
})

test('The list is read again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api } = openRequests()
  await button('Bruno Verdi')
  api.answer({ 'GET /api/admin/requests': () => requestsAnswer([requestOf({ name: 'Carla Neri' })]) })
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await button('Carla Neri')
})

test('An outcome is one key, and can be undone for ten seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api, user } = openRequests(opened)
  await button(/^Non risponde/)
  await user.keyboard('n')
  await user.click(await button('Annulla lo stato'))
  await waitFor(() =>
    expect(api.bodies(change)).toEqual([
      { revision: -1, state: 'no-answer' },
      { revision: 0, state: 'new' },
    ]),
  )
  const working = await button(/^In lavorazione/)
  await waitFor(() => expect(working.getAttribute('aria-disabled')).toBe('false'))
  await user.click(working)
  await button('Annulla lo stato')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByRole('button', { name: 'Annulla lo stato' })).toBeNull()
})

test('Whoever closes a request that has left the list goes on at the list’s first row', async () => {
  const next = requestOf({ id: otherId, name: 'Carla Neri' })
  const { api, user } = openRequests('', {
    'GET /api/admin/requests': () => requestsAnswer([requestOf(), next]),
  })
  await user.click(await button('Bruno Verdi'))
  await button(/^Non risponde/)
  api.answer({ 'GET /api/admin/requests': () => requestsAnswer([next]) })
  await user.keyboard('n')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bruno Verdi' })).toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Carla Neri'))
})

test('A lost request needs a reason, which a failure does not lose', async () => {
  const { api, user } = openRequests(opened, { [change]: () => refused(500, 'Errore interno') })
  await user.click(await button(/^Persa/))
  await user.type(await screen.findByLabelText('O un altro motivo'), 'Ha cambiato idea')
  await user.click(await button('Segna come persa'))
  await screen.findByText(/Errore interno/)
  expect(screen.getByLabelText('O un altro motivo')).toHaveProperty('value', 'Ha cambiato idea')
  expect(api.bodies(change)).toEqual([{ revision: -1, state: 'lost', reason: 'Ha cambiato idea' }])
})

test('Whoever is second sees what the first changed before anything is overwritten', async () => {
  const { api, user } = openRequests(opened, { [change]: () => refused(409, 'Qualcuno l’ha cambiata') })
  const chosen = await button(/^Non risponde/)
  api.answer({ [detailCall]: () => detailAnswer({ request: { state: 'working', revision: 3 } }) })
  await user.click(chosen)
  await screen.findByText('Nuova → In lavorazione')
  api.answer({ [change]: () => json(200, { revision: 4 }) })
  await user.click(await button('Salva lo stesso'))
  await waitFor(() => expect(screen.queryByText('Nuova → In lavorazione')).toBeNull())
  expect(api.bodies(change)).toEqual([
    { revision: -1, state: 'no-answer' },
    { revision: 3, state: 'no-answer' },
  ])
})

test('Tomorrow at nine is nine on the clock of Rome, also after the clock has changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-24T10:00:00Z') })
  const { api, user } = openRequests(opened)
  await button(/^Domani 9:00/)
  await user.keyboard('d')
  const planned = [{ revision: -1, callAt: '2026-10-25T08:00:00.000Z' }]
  await waitFor(() => expect(api.bodies(change)).toEqual(planned))
})

test('An administrator takes a request', async () => {
  const { api, user } = openRequests(opened)
  await button(/^Domani/)
  act(() => setOtherTab(tokenOf('sessione-1', { sub: otherId })))
  await user.click(await button('La prendo io'))
  await waitFor(() => expect(api.bodies(change)).toEqual([{ revision: -1, owner: otherId }]))
})

test('A note that was begun is there when the request is opened again', async () => {
  const call = `POST /api/admin/requests/${leadId}/notes`
  const { api, user } = openRequests(opened, { [call]: () => json(201, { revision: 0 }) })
  await user.type(await screen.findByLabelText('Nuova nota'), 'Chiede di Elite')
  await user.click(await button('Chiudi'))
  await user.click(await button('Bruno Verdi'))
  await waitFor(() => expect(screen.getByLabelText('Nuova nota')).toHaveProperty('value', 'Chiede di Elite'))
  const notes = [{ at: '2026-11-22T08:00:00.000Z', by: 'capo@example.com', text: 'Chiede di Elite' }]
  api.answer({ [detailCall]: () => detailAnswer({ notes }) })
  await user.click(await button('Aggiungi la nota'))
  await screen.findByText('capo@example.com')
  expect(api.bodies(call)).toEqual([{ text: 'Chiede di Elite' }])
  expect(screen.getByLabelText('Nuova nota')).toHaveProperty('value', '')
})

test('An analyst reads masked rows, and changes nothing', async () => {
  const masked = { name: '•••', email: '•••', phone: '•••', dial: '•••' }
  openRequests(opened, {
    'GET /api/admin/requests': () => requestsAnswer([requestOf(masked)]),
    [detailCall]: () => detailAnswer({ request: masked }),
  })
  act(() => setOtherTab(tokenOf('sessione-1', { role: 'analyst' })))
  const drawer = within(await screen.findByRole('dialog', { name: '•••' }))
  await drawer.findByText('Nessuna nota.')
  expect(drawer.getAllByRole('button').map(each => each.getAttribute('aria-label'))).toEqual(['Chiudi'])
  expect(drawer.queryByRole('link', { name: 'WhatsApp' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Esporta CSV' })).toBeNull()
})

test('A questionnaire is shown in the words of its form', async () => {
  openRequests(opened, { [detailCall]: () => detailAnswer({ submitted: questionnaireOf() }) })
  const drawer = within(await screen.findByRole('dialog', { name: 'Bruno Verdi' }))
  await drawer.findByText('Nessuna esperienza')
  for (const said of ['500–1.000 €', 'Apprendimento', 'Bassa', 'Subito', '+39 333 2']) drawer.getByText(said)
})

test('The header tells on every page how many wait, and how many are late', async () => {
  openConsole('/admin/dashboard', {
    'GET /api/admin/requests?view=today&limit=1': () => json(200, { waiting: 3, overdue: 1 }),
  })
  await screen.findByRole('link', { name: /^Richieste.*3 aspettano, 1 in ritardo$/ })
})

test('Each number of what became of requests opens their list', async () => {
  const row = { value: 'google', requests: 4, contactedInADay: 2, registered: 1, activated: 0 }
  openRequests('/outcomes?by=source&from=2026-11-01&to=2026-12-01', {
    'GET /api/admin/requests/outcomes': () =>
      json(200, { persons: 3, tied: 1, rows: [{ ...row, medianHours: null }] }),
  })
  const link = await screen.findByRole('link', { name: '2' })
  screen.getByText(/vale per 1 su 3 persone/)
  const list = new URL(link.getAttribute('href') ?? '', location.origin).searchParams
  expect(Object.fromEntries(list)).toEqual({
    ...{ view: 'all', source: 'google', reached: 'contacted' },
    ...{ from: '2026-10-31T23:00:00.000Z', to: '2026-11-30T23:00:00.000Z' },
  })
  expect(cellsOf()).toEqual([['4 ', '2 50%', '1 25%', '0 0%', '—']])
})

test('The settings tell how many lost requests a choice would erase today', async () => {
  const path = '/api/admin/settings/requests'
  const { api, user } = openConsole('/admin/dashboard?tab=impostazioni', {
    [`GET ${path}?keepMonths=24`]: () => json(200, { keepMonths: 0, wouldErase: 3 }),
    [`POST ${path}`]: () => json(200, { keepMonths: 24 }),
  })
  await user.selectOptions(await screen.findByLabelText('Durata'), '24 mesi')
  await screen.findByText('Oggi ne cancellerebbe 3.')
  await user.click(await button('Salva la durata'))
  await screen.findByText('Impostazioni salvate')
  expect(api.bodies(`POST ${path}`)).toEqual([{ keepMonths: 24 }])
})
