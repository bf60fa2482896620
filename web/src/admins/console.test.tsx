import { screen, within } from '@testing-library/react'
import { openConsole } from '../testing/administrators.ts'
import { refused } from '../testing/api.ts'
import { consolePages } from './console-pages.ts'

test('An unknown page of the console shows a message in Italian, within the console', async () => {
  openConsole('/admin/nessuna-pagina')
  await screen.findByRole('heading', { name: 'Pagina non trovata' })
  const link = screen.getByRole('link', { name: 'Vai al Cruscotto' })
  expect(link.getAttribute('href')).toBe('/admin/dashboard')
  screen.getByRole('navigation', { name: 'Pagine della console' })
})

test('The address of the console leads to the Cruscotto', async () => {
  openConsole('/admin')
  await screen.findByRole('heading', { level: 1, name: 'Cruscotto' })
})

test.each([
  ['/admin/people/7', 'Lavoro', 'Persone'],
  ['/admin/customers', 'Lavoro', 'Clienti'],
  ['/admin/leads', 'Lavoro', 'Richieste'],
  ['/admin/requests/outcomes', 'Lavoro', 'Richieste'],
  ['/admin/customers/7', 'Lavoro', 'Clienti'],
  ['/admin/visits/session_1', 'Analisi', 'Visite'],
  ['/admin/streams/setup-1', 'Registro', 'Eventi'],
  ['/admin/dashboard', 'Console', 'Cruscotto'],
  ['/admin/dashboard?tab=impostazioni', 'Console', 'Impostazioni'],
])('The head shows that %s is in the room %s under %s', async (path, room, name) => {
  openConsole(path, { 'GET /api/admin/*': () => refused(500, 'Errore interno') })
  const head = within(await screen.findByRole('navigation', { name: 'Pagine della console' }))
  const links = head.getAllByRole('link').filter(link => link.getAttribute('aria-current') === 'page')
  expect(links.map(({ textContent }) => textContent)).toEqual([name])
  within(head.getByRole('list', { name: room })).getByRole('link', { name })
})

test('Every page of the console is in one room, and a page about one thing under its list', () => {
  const names = consolePages.filter(({ within }) => !within).map(({ name }) => name)
  for (const { name, within = name } of consolePages) expect(names).toContain(within)
  expect(new Set(consolePages.map(({ title }) => title)).size).toBe(consolePages.length)
})

test('On a phone a room opens its pages, and closes after a choice', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  const { user } = openConsole('/admin/audit', { 'GET /api/admin/*': () => refused(500, 'Errore interno') })
  const head = within(await screen.findByRole('navigation', { name: 'Pagine della console' }))
  expect(head.queryByRole('link')).toBeNull()
  await user.click(head.getByRole('button', { name: 'Console', expanded: false }))
  await user.click(head.getByRole('link', { name: 'Cruscotto' }))
  await screen.findByRole('heading', { name: 'Cruscotto' })
  head.getByRole('button', { name: 'Console', expanded: false })
  expect(head.queryByRole('link')).toBeNull()
  expect(document.title).toMatch(/^Cruscotto · /)
})
