import { screen, waitFor, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, refused } from '../../testing/api.ts'
import { personId, personRowOf } from '../../testing/people.ts'
import { consolePages, settingsPage } from '../console-pages.ts'
import { pageWords } from './page-words.ts'

const saved = {
  id: 'a3a3a3a3-0000-4000-8000-0000000000cc',
  revision: 0,
  definition: {},
  savedBy: 'admin:1',
  savedAt: '2026-11-21T23:30:15.250Z',
}
const funnel = { ...saved, name: 'Dal contatto' }
const trend = { ...saved, name: 'I piani' }
const report = { ...saved, title: 'Per il capo', parts: [] }
const query = { ...saved, name: 'Doppioni', query: 'select 1' }
const segment = { ...saved, name: 'Dal telefono', filters: [] }
const alarm = { ...saved, name: 'Silenzio', state: 'ok', since: null, reason: null, until: null }
const people = 'GET /api/admin/people?q=anna+b&limit=8'

const open = () =>
  openConsole('/admin/audit', {
    'GET /api/admin/*': () => refused(500, 'Errore interno'),
    'GET /api/admin/people/*': () => refused(404, 'Risorsa non trovata'),
    'GET /api/admin/funnels?limit=200': () => json(200, { funnels: [funnel], next: null }),
    'GET /api/admin/trends?limit=200': () => json(200, { trends: [trend], next: null }),
    'GET /api/admin/reports?limit=200': () => json(200, { reports: [report], next: null }),
    'GET /api/admin/queries?limit=200': () => json(200, { queries: [query], next: null }),
    'GET /api/admin/segments?limit=200': () => json(200, { segments: [segment], next: null }),
    'GET /api/admin/alarms?limit=200': () => json(200, { alarms: [alarm], next: null }),
    [people]: () => json(200, { people: [personRowOf()], next: null }),
  })

async function palette(user: ReturnType<typeof open>['user']) {
  await screen.findByRole('heading', { name: 'Registro delle azioni' })
  await user.keyboard('{Control>}k{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cerca nella console' }))
  const options = () => dialog.queryAllByRole('option').map(({ textContent }) => textContent?.trim())
  return { dialog, options }
}

test('Ctrl+K finds a page by a part of its name, and Enter opens it', async () => {
  const { user } = open()
  const { options } = await palette(user)
  await user.keyboard('iezi')
  await waitFor(() => expect(options()).toEqual(['Proiezioni']))
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Proiezioni' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['passo visìta', ['Visite percorso di una visita passo per passo']],
  ['REPLAY', ['Visite replay', 'Repliche replay']],
  // By its name before other words.
  ['account', ['Account']],
  ['clienti', ['Clienti', 'Da richiesta a cliente', 'Persone cliente']],
  ['abbandono', ['Funnel abbandoni']],
  ['chi ha guardato', ['Registro chi ha guardato']],
  ['errori', ['Visite errori']],
  ['lunedì', ['Report ogni lunedì']],
  ['cancellare persona', ['Persone cancellare']],
])('Ctrl+K finds a page by other words for it: «%s»', async (typed, found) => {
  const { user } = open()
  const { dialog, options } = await palette(user)
  await user.type(dialog.getByRole('combobox'), typed)
  await waitFor(() => expect(options()).toEqual(found))
})

test('Each page with other words is one of the console', () => {
  const titles = [...consolePages, settingsPage].map(({ title }) => title)
  expect(Object.keys(pageWords).filter(title => !titles.includes(title))).toEqual([])
})

test('Ctrl+K finds what is saved, an event by its id and a receipt by its number', async () => {
  const { user } = open()
  const { dialog, options } = await palette(user)
  const field = dialog.getByRole('combobox')
  for (const [typed, found] of [
    ['contatto', 'Dal contatto funnel'],
    ['capo', 'Per il capo report'],
    ['piani', 'I piani andamento'],
    ['doppioni', 'Doppioni SQL'],
    ['telefono', 'Dal telefono segmento'],
    ['silenzio', 'Silenzio avviso'],
    [personId, `Evento ${personId}`],
    ['abcd1234ef56', 'Ricevuta ABCD1234EF56'],
    ['abcd 1234 ef57', 'Ricevuta ABCD-1234-EF57'],
  ]) {
    await user.clear(field)
    await user.type(field, typed as string)
    await waitFor(() => expect(options()).toContain(found))
  }
})

test('Ctrl+K finds a person once typing rests', async () => {
  const { api, user } = open()
  const { dialog } = await palette(user)
  await user.type(dialog.getByRole('combobox'), 'anna b')
  await user.click(await dialog.findByRole('option', { name: /^Anna Bianchi/ }))
  await screen.findByRole('heading', { name: 'Nessuno qui' })
  expect(api.sent(people)).toHaveLength(1)
  expect(api.sent('GET /api/admin/people?q=an&limit=8')).toEqual([])
})

test('Ctrl+K says that it searches, and never offers who was found by an earlier text', async () => {
  const { user } = open()
  const { dialog, options } = await palette(user)
  const field = dialog.getByRole('combobox')
  await user.type(field, 'anna b')
  await dialog.findByText('Cerco tra le persone…')
  expect(dialog.queryByText(/^Niente/)).toBeNull()
  await dialog.findByRole('option', { name: /^Anna Bianchi/ })
  await user.type(field, 'x')
  expect(options()).toEqual([])
  await dialog.findByText('Cerco tra le persone…')
})
