import { overviewView } from '@tba/events/overview/views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { idOf, openConsole } from '../../testing/administrators.ts'
import { json, type Routes, refused } from '../../testing/api.ts'
import { definitionOf, resultOf } from '../../testing/funnels.ts'

const noTotals = Object.fromEntries(
  ['visits', 'pageViews', 'leads', 'questionnaires', 'requests', 'registrations', 'plans']
    .concat(['bounceRate', 'conversion', 'viewing', 'bounced', 'converted'])
    .map(name => [name, 0]),
)
const lists = ['pages', 'entryPages', 'exitPages', 'sources', 'campaigns', 'devices', 'browsers', 'systems']
const overview = overviewView.parse({
  position: 'p7',
  totals: { ...noTotals, medianSeconds: null },
  perDay: [],
  unplaced: { requests: 0, registrations: 0, plans: 0 },
  ...Object.fromEntries(lists.map(name => [name, []])),
  hours: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0)),
})
const mobile = { field: 'device', op: 'is', values: ['mobile', null] }
const noPrices = { field: 'page', op: 'isNot', values: ['/prezzi'] }
const segment = { id: idOf(3), revision: 2 }
const saved = { ...segment, name: 'Da Google', filters: [{ field: 'source', op: 'is', values: ['google'] }] }
const at = '2026-11-16T23:00:00.000Z'
const frequent = { value: 'google', total: 1_234, points: [] }

const answers: Routes = {
  'GET /api/admin/overview': () => json(200, overview),
  'GET /api/admin/visits': () => json(200, { visits: [], next: null }),
  'GET /api/admin/paths': () => refused(503, 'Un momento'),
  'GET /api/admin/funnels?limit=200': () => json(200, { funnels: [], next: null }),
  'GET /api/admin/funnels/fields': () => json(200, { types: [] }),
  'GET /api/admin/trends?limit=200': () => json(200, { trends: [], next: null }),
  'GET /api/admin/annotations?limit=200': () => json(200, { annotations: [], next: null }),
  'POST /api/admin/funnels/run': () => json(200, resultOf({ unplaced: 3 })),
  'POST /api/admin/retention/run': () => refused(503, 'Un momento'),
  'POST /api/admin/trends/run': () =>
    json(200, { position: 'p7', from: at, to: at, series: [{ total: 9, points: [], groups: [frequent] }] }),
}

function open(path: string, more: Routes = {}) {
  const asked: { path: string; body: unknown }[] = []
  const routes = Object.entries({ ...answers, ...more }).map(([name, answer]) => [
    name,
    (call: Parameters<typeof answer>[0]) => {
      asked.push(call)
      return answer(call)
    },
  ])
  /** Of the last question with an address. */
  const asks = (name: string, value: unknown) =>
    waitFor(() => {
      const last = asked.findLast(({ path }) => /\/(overview|visits|paths)\?/.test(path))
      const sent = new URLSearchParams(last?.path.split('?')[1]).get(name)
      expect(JSON.parse(sent ?? 'null')).toEqual(value)
    })
  return { ...openConsole(path, Object.fromEntries(routes) as Routes), asked, asks }
}
const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const chip = (name: string) => screen.findByRole('button', { name })

test.each([
  ['/admin/overview?', 'GET', '/api/admin/overview'],
  ['/admin/visits?', 'GET', '/api/admin/visits'],
  ['/admin/paths?', 'GET', '/api/admin/paths'],
  ['/admin/retention?by=visit&', 'POST', '/api/admin/retention/run'],
  ['/admin/funnels?', 'POST', '/api/admin/funnels/run'],
  ['/admin/trends?', 'POST', '/api/admin/trends/run'],
])('%s asks with the filters and the segment of its address', async (page, method, call) => {
  const filtered = { filters: [mobile, noPrices], segment }
  const series = { series: [{ event: 'LeadSubmitted' }], count: 'visits', period: '7d' }
  const definition = encoded({ ...(page.includes('trends') ? series : definitionOf()), ...filtered })
  const own = `filters=${encoded(filtered.filters)}&segment=${encoded(segment)}`
  const isDefined = /funnels|trends/.test(page)
  const { asked } = open(page + (isDefined ? `definition=${definition}` : own))
  await chip('Visite in cui dispositivo è Telefono o (senza valore)')
  await chip('Visite in cui nessuna pagina è /prezzi')
  await waitFor(() => expect(asked.some(({ path }) => path.startsWith(call))).toBe(true))
  const question = asked.find(({ path }) => path.startsWith(call))
  const sent = new URLSearchParams(question?.path.split('?')[1])
  const inQuery = {
    filters: JSON.parse(sent.get('filters') ?? '0'),
    segment: JSON.parse(sent.get('segment') ?? '0'),
  }
  expect(method === 'GET' ? inQuery : question?.body).toMatchObject(filtered)
})

test('A filter is added, changed and taken away with the keyboard, and the address holds it', async () => {
  const { user, api, asks } = open('/admin/overview?period=7d')
  await user.click(await chip('Filtro'))
  await user.type(await screen.findByPlaceholderText('Filtra per…'), 'sorg{Enter}')
  await screen.findByText('1.234 visite')
  expect(api.bodies('POST /api/admin/trends/run')).toMatchObject([{ breakdown: 'source', count: 'visits' }])
  await user.keyboard('goo{Enter}bing{Enter}')
  await asks('filters', [{ field: 'source', op: 'is', values: ['google', 'bing'] }])
  await user.keyboard('{Backspace}{Escape}')
  const added = await chip('Visite in cui sorgente è google')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Filtro$/))
  await user.click(added)
  await user.selectOptions(await screen.findByLabelText('Confronto'), 'non è')
  screen.getByText('Resta anche chi non ha un valore.')
  await user.click(screen.getByRole('button', { name: 'Fatto' }))
  const changed = await chip('Visite in cui sorgente non è google')
  await waitFor(() => expect(document.activeElement).toBe(changed))
  await user.keyboard('{Delete}')
  expect(document.activeElement?.textContent).toMatch(/Filtro$/)
  await asks('filters', null)
})

test('«Contiene» takes typed text alone, and a field of few values only those', async () => {
  const { user, api, asks } = open(`/admin/visits?filters=${encoded([mobile])}`)
  await user.click(await chip('Visite in cui dispositivo è Telefono o (senza valore)'))
  const field = await screen.findByPlaceholderText('Scegli, o scrivi un valore…')
  await user.type(field, 'orologio{Enter}')
  await asks('filters', [mobile])
  await user.clear(field)
  await user.selectOptions(screen.getByLabelText('Confronto'), 'contiene')
  expect(screen.queryByRole('option', { name: '(senza valore)' })).toBeNull()
  await user.type(field, 'tab{Enter}')
  await asks('filters', [{ ...mobile, op: 'contains', values: ['mobile', 'tab'] }])
  expect(api.sent('POST /api/admin/trends/run')).toHaveLength(0)
})

test('The row is saved as a segment, which is picked elsewhere with its revision', async () => {
  const list = { segments: [{ ...saved, savedBy: 'admin:x' }], next: null }
  const { user, api, asks } = open(`/admin/paths?filters=${encoded([mobile])}`, {
    'GET /api/admin/segments?limit=200': () => json(200, list),
    'POST /api/admin/segments': () => json(201, { id: idOf(4), revision: 0 }),
  })
  await user.click(await chip('Segmento'))
  await user.type(await screen.findByPlaceholderText('Cerca un segmento…'), 'goo{Enter}')
  await asks('segment', segment)
  await user.click(await chip('Salva come segmento…'))
  await user.type(
    await screen.findByRole('textbox', { name: 'Nome' }),
    '{Control>}a{/Control}Da Google, telefono{Enter}',
  )
  await asks('segment', { id: idOf(4), revision: 0 })
  await asks('filters', null)
  expect(api.bodies('POST /api/admin/segments')).toEqual([
    { name: 'Da Google, telefono', filters: [mobile, ...saved.filters] },
  ])
})

test('An older revision says that the segment has changed, and keeps its meaning until it is asked', async () => {
  const list = { segments: [{ ...saved, revision: 5 }], next: null }
  const { user, asks } = open(`/admin/overview?segment=${encoded(segment)}`, {
    'GET /api/admin/segments?limit=200': () => json(200, list),
  })
  await chip('Segmento: Da Google')
  await user.click(await chip('È cambiato: usa quello di oggi'))
  await asks('segment', { ...segment, revision: 5 })
  await user.click(await chip('Togli il segmento'))
  await asks('segment', null)
})

test('The row says whom it leaves out, and what it cannot apply or read', async () => {
  const plan = { field: 'plan', op: 'is', values: ['elite'] }
  const of = (by: string) =>
    `/admin/funnels?definition=${encoded({ ...definitionOf(), by, filters: [plan] })}`
  const { user } = open(of('person'))
  await chip('Persone di cui il piano è Elite')
  await screen.findByText(/^Di altri 3 non è nota nessuna visita, .*: qui mancano\.$/)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Si conta' }), 'Per visita')
  within(await screen.findByRole('alert')).getByText(/^Il piano è di un cliente.*non si applica/)
})

test('An address that cannot be read counts without filters, and says so', async () => {
  const { user } = open('/admin/retention?filters=%5B1')
  await user.click(await chip('Togli ciò che non si legge'))
  expect(screen.queryByText(/non si leggono/)).toBeNull()
})
