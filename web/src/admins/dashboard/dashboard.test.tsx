import type { Dashboard } from '@tba/events/admins/views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { dashboardOf, openConsole } from '../../testing/administrators.ts'
import { deferred, json, type Routes, refused } from '../../testing/api.ts'
import { cellsOf, recordDownloads } from '../../testing/look.ts'

const dashboard = 'GET /api/admin/dashboard'
const save = 'POST /api/admin/settings/ga'
const link = 'POST /api/admin/export/interactions/link'

const rows = (name: RegExp) => cellsOf(screen.getByRole('table', { name }))

const open = (tab = '', answers: Routes = {}) =>
  openConsole(`/admin/dashboard${tab && `?tab=${tab}`}`, answers)
const openWith = (shown: Partial<Dashboard>) => open('', { [dashboard]: () => json(200, dashboardOf(shown)) })

test('Four figures are shown as counts and in percent', async () => {
  open()
  await screen.findByText('1.234')
  const figures = Array.from(document.querySelectorAll('.stat-cards > div'), card => [
    (card.querySelector('dt button') ?? card.querySelector('dt'))?.textContent,
    card.querySelector('dd')?.textContent,
  ])
  expect(figures).toEqual([
    ['Questionari', '1'],
    ['Lead Generati', '1.234'],
    ['Interazioni', '2'],
    ['Conversioni', '12,5%'],
  ])
  // They differ from those of the Panoramica.
  screen.getByText(/^Dall’inizio a oggi, robot compresi, senza ciò che è stato cancellato/)
})

test('The figure explains what counts as a conversion, and since when', async () => {
  open()
  await screen.findByText('12,5%')
  const tooltip = screen.getByRole('button', { name: 'Conversioni' }).getAttribute('aria-describedby')
  expect(document.getElementById(tooltip ?? '')?.textContent).toMatch(
    /^Visite con un contatto.* diviso le visite con una pagina vista e il consenso.*Dall’inizio fino a ora/,
  )
})

test('A questionnaire is shown in Italian, with its date in Rome', async () => {
  open()
  await screen.findByText('Anna Bianchi')
  expect(rows(/Questionari/)).toEqual([
    [
      ...['Anna Bianchi', 'Telefonata', '22/11/2026', 'anna@example.com', '+39 333 1234567'],
      ...['1.000–3.000 €', 'Nessuna esperienza', 'Chiamatemi dopo le 18'],
    ],
  ])
})

test('Each row leads to its request, or to its event', async () => {
  const { user } = open()
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  await screen.findByRole('link', { name: 'Anna Bianchi' })
  const { questionnaires, interactions, analytics } = dashboardOf()
  expect(to('Anna Bianchi')).toBe(`/admin/requests?view=all&request=${questionnaires[0]?.id}`)
  await user.click(screen.getByRole('tab', { name: 'Interazioni' }))
  expect(to('Clic')).toBe(`/admin/events?event=${interactions[0]?.id}`)
  await user.click(screen.getByRole('tab', { name: 'Analytics' }))
  expect(to('Pagina vista')).toBe(`/admin/events?event=${analytics[0]?.id}`)
})

test('Known interactions and analytics events are in Italian, others are unchanged', async () => {
  const { user } = open('interazioni')
  await screen.findByText('Inizia Ora')
  expect(rows(/Interazioni/)).toEqual([
    ['Clic', 'Inizia Ora', '/?utm_source=giornale', '22/11/2026, 00:30:15'],
    ['qualcosa', 'contact-form', 'https://altro.example.com/', '22/11/2026, 00:30:15'],
  ])
  await user.click(screen.getByRole('tab', { name: 'Analytics' }))
  expect(rows(/analytics/)).toEqual([['Pagina vista', 'Navigazione', '—', '22/11/2026']])
})

test('An erased person has no name and no other data', async () => {
  const [row] = dashboardOf().questionnaires
  const gone = { name: null, email: null, phone: null, countryCode: null, additionalInfo: null }
  const more = { investmentAmount: null, tradingExperience: null }
  openWith({ questionnaires: row ? [{ ...row, ...gone, ...more }] : [] })
  await screen.findByText('cancellato')
  expect(within(screen.getByRole('table', { name: /Questionari/ })).queryByRole('link')).toBeNull()
  expect(rows(/Questionari/)).toEqual([['cancellato', 'Telefonata', '22/11/2026', '—', '—', '—', '—', '—']])
})

test('A list without all rows says so', async () => {
  const { stats, interactions } = dashboardOf()
  const full = Array.from({ length: 100 }, (_, at) => ({
    ...(interactions[0] as Dashboard['interactions'][number]),
    id: `a3a3a3a3-0000-4000-8000-${String(at).padStart(12, '0')}`,
  }))
  const { user } = openWith({ stats: { ...stats, interactions: 101 }, interactions: full })
  await screen.findByText('Anna Bianchi')
  expect(screen.queryByText('Ultimi 100')).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Interazioni' }))
  await screen.findByText('Ultimi 100')
})

test.each([
  ['a refusal', () => refused(500, 'Errore interno'), 'Impossibile caricare i dati'],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'Errore di connessione'],
  ['nonsense', () => json(200, { stats: 'x' }), 'Impossibile caricare i dati'],
])('After %s the console shows the reason and reads again', async (_what, answer, text) => {
  const { api, user } = open('', { [dashboard]: answer, 'GET /api/admin/daily': answer })
  await waitFor(() => expect(document.querySelector('.toast-title')?.textContent).toBe('Errore'))
  expect(document.querySelectorAll('.toast')).toHaveLength(1)
  expect(document.querySelector('.toast-text')?.textContent).toBe(text)
  expect(screen.getAllByRole('alert').filter(alert => alert.textContent?.startsWith(text))).toHaveLength(2)
  api.answer({ [dashboard]: () => json(200, dashboardOf()) })
  await user.click(screen.getAllByRole('button', { name: 'Riprova' }).at(-1) as HTMLElement)
  await screen.findByText('Anna Bianchi')
})

test('An export is requested once per press and downloaded from its address', async () => {
  const followed = recordDownloads()
  const answer = deferred()
  const { api, user } = open('interazioni', { [link]: answer.answer })
  const button = await screen.findByRole('button', { name: 'Esporta CSV' })
  await user.dblClick(button)
  const url = '/api/admin/export/interactions?ticket=a.b'
  answer.release(json(201, { url, expiresAt: '2026-11-22T00:00:00.000Z' }))
  await waitFor(() => expect(followed.map(({ href }) => href)).toEqual([location.origin + url]))
  expect(api.sent(link)).toHaveLength(1)
})

test('A failed export shows a message', async () => {
  const { user } = open('interazioni', { [link]: () => refused(500, 'Errore interno') })
  await user.click(await screen.findByRole('button', { name: 'Esporta CSV' }))
  await screen.findByText('Impossibile esportare i dati')
  screen.getByText('Errore')
})

test('The measurement id is checked and saved under one key until an answer', async () => {
  const { api, user } = open('impostazioni')
  await screen.findByRole('heading', { name: 'Impostazioni' })
  expect(screen.queryByText('Lead Generati')).toBeNull()
  const field = await screen.findByLabelText('ID di misurazione')
  expect(field).toMatchObject({ value: 'G-ABCD1234', placeholder: 'G-XXXXXXXXXX' })
  await user.clear(field)
  await user.type(field, 'UA-1')
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await screen.findByText('ID di misurazione non valido (formato G-XXXXXXXXXX)')
  await user.clear(field)
  await user.type(field, 'G-NUOVO123')
  api.answer({ [save]: () => Promise.reject(new TypeError('Failed to fetch')) })
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await screen.findByText('Impossibile salvare le impostazioni')
  expect(field).toHaveProperty('value', 'G-NUOVO123')
  api.answer({ [save]: () => json(200, { measurementId: 'G-NUOVO123' }) })
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await screen.findByText('Impostazioni salvate')
  const keys = api.sent(save).map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0]])
  // The tab shows the saved value when it opens again, without another read.
  await user.click(screen.getByRole('tab', { name: 'Questionari' }))
  await user.click(screen.getByRole('tab', { name: 'Impostazioni' }))
  expect(screen.getByLabelText('ID di misurazione')).toHaveProperty('value', 'G-NUOVO123')
  expect(api.sent('GET /api/admin/settings')).toHaveLength(1)
})

test('The numbers of the days are in a table, newest first', async () => {
  const { user } = open()
  await user.click(await screen.findByText('Tabella dei giorni'))
  const table = screen.getByRole('table', { name: /ultimi 30 giorni/ })
  const lines = within(table).getAllByRole('row').slice(1)
  expect(lines).toHaveLength(30)
  expect(lines[0]?.textContent).toBe('22 nov2.900291')
})
