import { overviewView } from '@tba/events/overview/views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { idOf, openConsole } from '../../testing/administrators.ts'
import { json, type Routes } from '../../testing/api.ts'
import { definitionOf, position, resultOf, unitAt } from '../../testing/funnels.ts'
import { cellsOf } from '../../testing/look.ts'

const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const phones = { id: idOf(3), revision: 2 }
const searched = { id: idOf(4), revision: 5 }
const filters = [{ field: 'outcome', op: 'is', values: ['lead'] }]
const segments = [
  { ...phones, name: 'Telefono', filters: [{ field: 'device', op: 'is', values: ['mobile'] }] },
  { ...searched, name: 'Da Google', filters: [{ field: 'source', op: 'is', values: ['google'] }] },
].map(segment => ({ ...segment, savedBy: 'admin:x' }))
const listed: Routes = {
  'GET /api/admin/segments?limit=200': () => json(200, { segments, next: null }),
  'GET /api/admin/funnels?limit=200': () => json(200, { funnels: [], next: null }),
  'GET /api/admin/trends?limit=200': () => json(200, { trends: [], next: null }),
  'GET /api/admin/funnels/fields': () => json(200, { types: [] }),
}
/** The compared one has half as many. */
const isSecond = (asked: unknown) => JSON.stringify(asked).includes(searched.id)

const totals = {
  visits: 800,
  pageViews: 900,
  bounceRate: 50,
  medianSeconds: 60,
  conversion: 10,
  leads: 7,
  questionnaires: 0,
  requests: 7,
  registrations: 3,
  plans: 1,
  viewing: 800,
  bounced: 400,
  converted: 80,
}
const line = (value: string, visits: number) => ({
  value,
  visits,
  share: 50,
  converted: 1,
  conversion: 0.5,
  medianSeconds: null,
})
const week = ['2026-11-17', '2026-11-18'].map(day => ({ day, visits: 400, pageViews: 450 }))
const lists = ['entryPages', 'exitPages', 'sources', 'campaigns', 'devices', 'browsers', 'systems']
const overviewOf = (second: boolean) =>
  overviewView.parse({
    position: 'p7',
    totals: second ? { ...totals, visits: 400, converted: 40 } : totals,
    unplaced: { requests: 0, registrations: 0, plans: 0 },
    perDay: second ? week.map(day => ({ ...day, visits: 200 })) : week,
    ...Object.fromEntries(lists.map(name => [name, []])),
    pages: second ? [line('/prezzi', 12), line('/auth', 300)] : [line('/prezzi', 600)],
    hours: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 1)),
  })
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).closest('div')?.textContent

test('Panoramica shows two segments beside each other, chosen and taken away with the keyboard', async () => {
  vi.setSystemTime('2026-11-18T12:00:00Z')
  const asked: URLSearchParams[] = []
  const { user } = openConsole(`/admin/overview?filters=${encoded(filters)}&segment=${encoded(phones)}`, {
    ...listed,
    'GET /api/admin/overview': ({ path }) => {
      asked.push(new URL(path, location.href).searchParams)
      return json(200, overviewOf(isSecond(path.replaceAll('%22', '"'))))
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Confronta con il segmento…' }))
  await user.type(await screen.findByPlaceholderText('Cerca un segmento…'), 'goo{Enter}')
  await screen.findByText(/^Il primo numero è di «Telefono», il secondo di «Da Google»/)
  await waitFor(() =>
    expect(figure('Visite')).toBe('Visite800Telefono400Da Google+100% la prima sulla seconda'),
  )
  const compared = asked.filter(query => !query.has('compareFrom'))
  expect(compared.map(query => query.get('segment')).toSorted()).toEqual(
    [phones, searched].map(segment => JSON.stringify(segment)),
  )
  expect(new Set(compared.map(query => query.get('filters')))).toEqual(new Set([JSON.stringify(filters)]))
  // Of the whole site: no segment changes them.
  expect(figure('Contatti di tutto il sito')).toBe('Contatti di tutto il sito7per sorgente')
  expect(figure('Conversione: visite con registrazione')).toBe(
    'Conversione: visite con registrazione10%Telefono10%Da Google la prima sulla seconda',
  )
  const pages = within(screen.getByRole('region', { name: 'Pagine' }))
  expect(pages.getByRole('row', { name: /^\/prezzi/ }).querySelectorAll('td')[0]?.textContent).toBe('60012')
  expect(pages.getByRole('row', { name: /^\/auth/ }).querySelectorAll('td')[0]?.textContent).toBe('—300')
  const segmentOf = (name: string) =>
    new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href).searchParams.get('segment')
  expect(segmentOf('600 visite, Telefono: /prezzi')).toBe(JSON.stringify(phones))
  expect(segmentOf('12 visite, Da Google: /prezzi')).toBe(JSON.stringify(searched))
  expect(segmentOf('400, Visite, Da Google')).toBe(JSON.stringify(searched))
  // Too few to say much.
  expect(screen.getByRole('link', { name: /^12 visite/ }).closest('.few')).not.toBeNull()
  expect(cellsOf(screen.getByRole('table', { name: /^Visite e pagine/, hidden: true }), 'td')[0]).toEqual([
    ...['400', '200', '450', '450'],
  ])
  screen.getByRole('heading', { name: 'Quando arrivano: Da Google' })
  await user.click(screen.getByRole('button', { name: 'Togli il confronto' }))
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Filtro$/))
  await waitFor(() => expect(asked.at(-1)?.has('compareFrom')).toBe(true))
  expect(screen.queryByText(/^Il primo numero/)).toBeNull()
})

test('A funnel shows the steps of two segments, and each number opens its own visits', async () => {
  const definition = { ...definitionOf({ breakdown: 'device' }), segment: phones }
  const step = (count: number) => ({ count, dropped: 0, conversion: 100, fromPrevious: 100 })
  const counted = (count: number) => {
    const steps = [step(count), step(count)].map(one => ({ ...one, medianSeconds: null }))
    const trend = ['2026-11-20', '2026-11-21'].map(start => ({
      start,
      entered: count,
      converted: count,
      conversion: 100,
    }))
    return resultOf({ steps, trend, breakdown: [{ value: 'mobile', steps }], open: count })
  }
  const { user, api } = openConsole(
    `/admin/funnels?definition=${encoded(definition)}&against=${encoded(searched)}`,
    {
      ...listed,
      'POST /api/admin/funnels/run': ({ body }) => json(200, counted(isSecond(body) ? 30 : 31)),
      'POST /api/admin/funnels/visits': () => json(200, { units: [unitAt(1)], position, next: null }),
    },
  )
  const table = await screen.findByRole('table', { name: 'Il risultato, passo per passo' })
  const heads = within(table).getAllByRole('columnheader')
  await waitFor(() => expect(heads.at(-2)?.textContent).toBe('Arrivati: Da Google'))
  expect(heads[1]?.textContent).toBe('Arrivati: Telefono')
  expect(cellsOf(table).map(row => [row[0], ...row.slice(-2)])).toEqual([
    ['31', '30 (100%)', '+3,3%, ±0 punti nel rumore'],
    ['31', '30 (100%)', '+3,3%, ±0 punti '],
  ])
  await screen.findByRole('table', { name: /^Conversione per giorno.*: Da Google/, hidden: true })
  screen.getByText(/Ancora in corso: Da Google: 30 visite, la cui finestra/)
  await user.click(screen.getByRole('button', { name: 'Telefono, Da Google, arrivati al passo 2: 30' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Arrivati al passo 2' }))
  await drawer.findByText(/· Da Google/)
  await waitFor(() => expect(api.bodies('POST /api/admin/funnels/visits').at(-1)).toBeDefined())
  const asked = api.bodies('POST /api/admin/funnels/visits').at(-1)
  expect(asked).toMatchObject({ segment: searched, step: 2, value: 'mobile', asOf: position })
  expect(asked).not.toHaveProperty('compared')
})

test('Trends have a second set of series, and each number opens its own visits', async () => {
  const point = (value: number) => ({ start: '2026-11-16T23:00:00.000Z', value, open: true })
  const counted = (value: number) => ({
    position: 'p7',
    from: point(0).start,
    to: point(0).start,
    series: [{ total: value, points: [point(value)] }],
  })
  const definition = {
    series: [{ event: 'PlanActivated' }],
    count: 'visits',
    period: '7d',
    compareTo: 'previous',
    segment: phones,
  }
  const { user, api } = openConsole(
    `/admin/trends?definition=${encoded(definition)}&against=${encoded({ ...searched, revision: 4 })}`,
    {
      ...listed,
      'POST /api/admin/trends/run': ({ body }) => json(200, counted(isSecond(body) ? 15 : 30)),
      'POST /api/admin/trends/units': () => json(200, { units: [], position, next: null }),
    },
  )
  const table = await screen.findByRole('table', { name: 'Totali del periodo' })
  await waitFor(() =>
    expect(cellsOf(table, 'th, td')).toEqual([
      ['Piano attivato: Telefono', '30', '+100% '],
      ['Piano attivato: Da Google', '15', '—'],
    ]),
  )
  screen.getByText(/Dove sono meno di 20 un numero dice poco/)
  await user.click(within(table).getByRole('button', { name: '15' }))
  await screen.findByRole('dialog', { name: 'Visite del periodo · Da Google' })
  await waitFor(() => expect(api.bodies('POST /api/admin/trends/units')).toHaveLength(1))
  expect(api.bodies('POST /api/admin/trends/units')[0]).toMatchObject({
    segment: { ...searched, revision: 4 },
    at: { series: 0 },
  })
  // The address keeps the revision until it is asked.
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'È cambiato: usa quello di oggi' }))
  await waitFor(() =>
    expect(api.bodies('POST /api/admin/trends/run').at(-1)).toMatchObject({ segment: searched }),
  )
})

test('A segment to compare that cannot be read is said, and taken away', async () => {
  const { user } = openConsole('/admin/overview?against=%5B1', {
    ...listed,
    'GET /api/admin/overview': () => json(200, overviewOf(false)),
  })
  await user.click(await screen.findByRole('button', { name: 'Togli ciò che non si legge' }))
  expect(screen.queryByText(/non si leggono/)).toBeNull()
})
