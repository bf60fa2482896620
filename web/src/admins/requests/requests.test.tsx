import { act, screen, waitFor, within } from '@testing-library/react'
import { idOf, openConsole, setOtherTab, tokenOf } from '../../testing/administrators.ts'
import { json } from '../../testing/api.ts'
import { cellsOf } from '../../testing/look.ts'
import { leadId, otherId, questionnaireOf } from '../../testing/people.ts'
import { detailAnswer, detailCall, openRequests, requestOf, requestsAnswer } from '../../testing/requests.ts'

const opened = `?view=all&request=${leadId}`
const listCall = (query: string) => `GET /api/admin/requests?${query}&limit=50`
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('Requests are listed with state, owner and call, and what is late is told', async () => {
  const due = requestOf({ state: 'working', callAt: '2026-01-22T08:00:00.000Z', lastNote: 'Dopo le 18' })
  const { user } = openRequests('', { 'GET /api/admin/requests': () => requestsAnswer([due], 1) })
  await screen.findByText('1 aspetta, 1 in ritardo')
  screen.getByText(/Una richiesta nuova resta in «Oggi», anche dopo giorni/)
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

test('What a person wrote stands before what is done about it', async () => {
  openRequests(opened)
  const wrote = await screen.findByText('Chiamatemi dopo le 18')
  for (const later of ['Primo contatto', 'Esito'])
    expect(wrote.compareDocumentPosition(screen.getByText(later))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

const three = [1, 2, 3].map(at => requestOf({ id: idOf(at), name: `Persona ${at}` }))
const openThree = (list: () => Response | Promise<Response>) =>
  openRequests('', {
    'GET /api/admin/requests': list,
    ...Object.fromEntries(
      three.map(request => [`GET /api/admin/requests/${request.id}`, () => detailAnswer({ request })]),
    ),
    [`PATCH /api/admin/requests/${idOf(1)}`]: () => json(200, { revision: 0 }),
  })
const dialog = (at: number) => screen.findByRole('dialog', { name: `Persona ${at}` })

test('The neighbours of a request in the list are one key away', async () => {
  const { user } = openThree(() => requestsAnswer(three))
  await user.click(await button('Persona 1'))
  await dialog(1)
  expect(await button(/^Precedente/)).toHaveProperty('disabled', true)
  await user.keyboard('j')
  await dialog(2)
  await user.click(await button(/^Prossima/))
  await dialog(3)
  expect(await button(/^Prossima/)).toHaveProperty('disabled', true)
  await user.keyboard('jk')
  await dialog(2)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Persona 2'))
})

test('The next request is the one at the place of what an outcome took out of the list', async () => {
  const { api, user } = openThree(() => requestsAnswer(three))
  await user.click(await button('Persona 1'))
  await button(/^Non risponde/)
  api.answer({ 'GET /api/admin/requests': () => requestsAnswer(three.slice(1)) })
  await user.keyboard('n')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Persona 1' })).toBeNull())
  await user.keyboard('j')
  await dialog(2)
})

test('The list goes on by itself behind the last request that it has read', async () => {
  const { api, user } = openThree(() => requestsAnswer(three.slice(0, 1), 0, 'seconda'))
  api.answer({
    'GET /api/admin/requests?view=today&limit=50&cursor=seconda': () => requestsAnswer(three.slice(1)),
  })
  await user.click(await button('Persona 1'))
  await button('Persona 2')
  await user.keyboard('j')
  await dialog(2)
})

test('WhatsApp is not offered for a landline', async () => {
  openRequests(opened, { [detailCall]: () => detailAnswer({ request: { dial: '+390612345678' } }) })
  const drawer = within(await screen.findByRole('dialog', { name: 'Bruno Verdi' }))
  await drawer.findByRole('link', { name: '333 123 4567' })
  expect(drawer.queryByRole('link', { name: 'WhatsApp' })).toBeNull()
})

test('The other requests of a person show what they wrote, with a telephone', async () => {
  openRequests(opened, {
    [detailCall]: () => detailAnswer({ request: { phone: null, dial: null }, others: [otherId] }),
    [`GET /api/admin/requests/${otherId}`]: () =>
      detailAnswer({ submitted: { ...questionnaireOf(), additionalInfo: 'Solo di mattina' } }),
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Bruno Verdi' }))
  await drawer.findByText('Solo di mattina')
  expect(drawer.getByRole('link', { name: '333 123 4567' }).getAttribute('href')).toBe('tel:+393331234567')
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

test('A call that was typed is there when the request is opened again', async () => {
  const { user } = openRequests(opened)
  const day = () => screen.findByRole('textbox', { name: 'Richiama il giorno' })
  await user.type(await day(), '01122099')
  await user.click(await button('Chiudi'))
  await user.click(await button('Bruno Verdi'))
  expect(await day()).toHaveProperty('value', '01/12/2099')
  await button('Richiama allora')
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
  expect(drawer.getAllByRole('button').map(each => each.textContent)).toEqual([
    '',
    'Precedente k',
    'Prossima j',
  ])
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
    view: 'all',
    source: 'google',
    reached: 'contacted',
    from: '2026-10-31T23:00:00.000Z',
    to: '2026-11-30T23:00:00.000Z',
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
