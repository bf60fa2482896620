import type { PathNode, PathTree } from '@tba/events/paths/views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, type Routes } from '../../testing/api.ts'

const node = (changed: Partial<PathNode>): PathNode => ({
  event: 'InteractionTracked',
  where: [],
  name: null,
  count: 1,
  share: 100,
  way: '',
  isCut: false,
  next: [],
  ...changed,
})
const kind = (value: string) => [{ field: 'eventType', op: 'is' as const, value }]
const lead = node({ event: 'LeadSubmitted', name: null, count: 4, share: 66.7, way: 'a.b' })
const tree: PathTree = {
  ...node({ event: 'VisitStarted', count: 10 }),
  position: 'p7',
  direction: 'next',
  depth: 3,
  next: [
    node({
      where: kind('page_view'),
      name: '/prezzi',
      count: 6,
      share: 60,
      way: 'a',
      next: [lead, node({ event: null, count: 2, share: 33.3, way: 'a.fine' })],
    }),
    node({
      where: kind('button_click'),
      name: 'Inizia',
      count: 4,
      share: 40,
      way: 'c',
      next: [node({ event: 'altri', count: 4, way: 'c.altri' })],
    }),
  ],
}
const from = 'from=2026-10-19T22%3A00%3A00.000Z&to=2026-11-18T23%3A00%3A00.000Z'
const query = `event=VisitStarted&direction=next&depth=3&${from}`
const call = `GET /api/admin/paths?${query}`

function open(routes: Routes, path = '/admin/paths') {
  vi.setSystemTime('2026-11-18T12:00:00Z')
  return openConsole(path, { 'GET /api/admin/funnels/fields': () => json(200, fields), ...routes })
}
const fields = {
  types: [{ type: 'LeadSubmitted', fields: [{ path: 'plan', kind: 'text', values: ['starter', 'elite'] }] }],
}
const boxes = () => Array.from(document.querySelectorAll('.path-box'), box => box.textContent)

test('By default the most frequent path is open, with visits and shares', async () => {
  open({ [call]: () => json(200, tree) })
  await screen.findByRole('list', { name: 'Percorsi da Visita iniziata' })
  expect(boxes()).toEqual([
    'Visita iniziata10 ',
    'Pagina vista/prezzi6 60%',
    'Contatto inviato4 66,7%',
    'Fine2 33,3%',
    'ClicInizia4 40%',
  ])
})

test('A branch is opened and closed with the keyboard, and keeps the focus', async () => {
  const { user } = open({ [call]: () => json(200, tree) })
  const toggle = await screen.findByRole('button', { name: 'Passi oltre Clic Inizia', expanded: false })
  toggle.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(boxes().at(-1)).toBe('Altri passi4 100%'))
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(toggle)
  await user.click(screen.getByRole('button', { name: 'Passi oltre Visita iniziata' }))
  await waitFor(() => expect(boxes()).toHaveLength(1))
})

test('A branch opens its visits at the same position', async () => {
  const visits = `GET /api/admin/paths/visits?${query}&way=a.b&asOf=p7&limit=50`
  const unit = { number: null, outcome: null, device: 'desktop' }
  const found = { id: 'session_1_abc', startedAt: '2026-11-10T08:00:00.000Z', ...unit }
  const { user } = open({
    [call]: () => json(200, tree),
    [visits]: () => json(200, { units: [found], position: 'p7', next: null }),
  })
  await user.click(await screen.findByRole('button', { name: /^Contatto inviato/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Contatto inviato' }))
  const link = await drawer.findByRole('link', { name: 'Visita anonima' })
  expect(link.getAttribute('href')).toBe('/admin/visits/session_1_abc')
})

test('The choices are in the address and in the request', async () => {
  const choices = 'paths?event=LeadSubmitted&direction=previous&depth=5'
  const other = `GET /api/admin/${choices}&from=2026-11-01T00%3A00%3A00Z&where=plan%3Ais%3Astarter`
  const address = `/admin/${choices}&from=2026-11-01T00:00:00Z&where=plan:is:starter`
  const none = { ...tree, event: 'LeadSubmitted', direction: 'previous', count: 0, next: [] }
  const shorter = { [other.replace('depth=5', 'depth=2')]: () => json(200, tree) }
  const { api, user } = open({ [other]: () => json(200, none), ...shorter }, address)
  expect(await screen.findByText(/nessuno ha «Contatto inviato»/)).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Quanti passi'), '2 passi')
  await screen.findByRole('list', { name: /^Percorsi/ })
  expect(api.sent(other)).toHaveLength(1)
})

test('Consent, scrolling and time on page have a box each', async () => {
  const asked = `${call}&also=scroll&also=consent`
  const calls = [call, `${call}&also=scroll`, asked]
  const { api, user } = open(Object.fromEntries(calls.map(each => [each, () => json(200, tree)])))
  for (const name of ['Anche lo scorrimento', 'Anche il consenso ai cookie'])
    await user.click(await screen.findByRole('checkbox', { name }))
  await waitFor(() => expect(api.sent(asked)).toHaveLength(1))
})

test('A condition counts when complete, and its values are suggested', async () => {
  const leads = query.replace('VisitStarted', 'LeadSubmitted')
  const elite = `GET /api/admin/paths?${leads}&where=plan%3Ais%3Aelite`
  const all = { [`GET /api/admin/paths?${leads}`]: () => json(200, tree) }
  const routes = { ...all, [elite]: () => json(200, { ...tree, count: 3 }) }
  const { api, user } = open(routes, '/admin/paths?event=LeadSubmitted')
  await user.click(await screen.findByRole('button', { name: 'Condizione' }))
  expect(await screen.findByText(/^Non si conta ancora/)).toBeDefined()
  expect(screen.queryByRole('list', { name: /^Percorsi/ })).toBeNull()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await waitFor(() => expect(focused()).toMatch(/^Campo, condizione 1/))
  await user.click(screen.getByRole('button', { name: /^Campo, condizione 1/ }))
  await user.click(await screen.findByRole('option', { name: /Piano/ }))
  await user.click(screen.getByRole('button', { name: /^Valore, condizione 1/ }))
  await user.click(await screen.findByRole('option', { name: 'Elite' }))
  await waitFor(() => expect(api.sent(elite)).toHaveLength(1))
})

test('A damaged condition of the address is shown as incomplete, and nothing is counted', async () => {
  const { api, user } = open({ [call]: () => json(200, tree) }, '/admin/paths?where=garbage')
  await screen.findByText(/^Non si conta ancora/)
  screen.getByRole('button', { name: 'Campo, condizione 1: garbage' })
  expect(api.sent(call)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Togli la condizione, condizione 1' }))
  await screen.findByRole('list', { name: /^Percorsi/ })
})
