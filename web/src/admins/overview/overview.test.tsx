import { noSource, type OverviewView } from '@tba/events/overview/views.ts'
import { screen, within } from '@testing-library/react'
import { idOf, signIn } from '../../testing/administrators.ts'
import { json, refused, serve } from '../../testing/api.ts'
import { openApp } from '../../testing/render.tsx'
import { parseDefinition } from '../funnels/builder/draft.ts'

const hostile = '<img src=x onerror="window.hurt=1">'
const seen = { visits: 1_234, pageViews: 3_000, bounceRate: 41.2, medianSeconds: 95 }
const wanted = { leads: 12, questionnaires: 0, requests: 12, registrations: 40, plans: 3, conversion: 3.2 }
const totals = { ...seen, ...wanted, viewing: 1_000, bounced: 412, converted: 39 }
const others = { visits: 1_000, bounceRate: 60, bounced: 600, leads: 10, questionnaires: 2 }
const before = { ...totals, ...others, medianSeconds: null }
const line = (value: string | null, visits: number) => ({
  value,
  visits,
  share: visits / 12.34,
  converted: visits > 700 ? 9 : 0,
  conversion: visits > 700 ? 1.1 : 0,
})
const view: OverviewView = {
  position: 'p7',
  totals,
  compared: before,
  unplaced: { requests: 4, registrations: 0, plans: 1 },
  perDay: ['2026-11-17', '2026-11-18', '2026-11-19'].map(day => ({ day, visits: 500, pageViews: 1_100 })),
  pages: [{ ...line('/auth', 617), medianSeconds: 41 }],
  entryPages: [line('/', 900)],
  exitPages: [line('/auth', 400), line(hostile, 1)],
  sources: [line(null, 700), line('google', 300)],
  campaigns: [],
  devices: [line('mobile', 800), line(null, 4)],
  browsers: [line('Chrome', 1_000)],
  systems: [line('Android', 800)],
  hours: Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, () => (day === 2 ? 9 : 0))),
}

const encoded = (params: Record<string, string>) => new URLSearchParams(params).toString()
const week = { from: '2026-11-11T23:00:00.000Z', to: '2026-11-18T23:00:00.000Z' }
const weekBefore = { compareFrom: '2026-11-04T23:00:00.000Z', compareTo: '2026-11-11T12:00:00.000Z' }
const call = (more = {}, period = { ...week, ...weekBefore }) =>
  `GET /api/admin/overview?${encoded({ ...period, ...more })}`
const views = 'GET /api/admin/views?limit=200'
const answer =
  (its: Partial<OverviewView> = {}) =>
  () =>
    json(200, { ...view, ...its })

function open(routes: Parameters<typeof serve>[0], path = '/admin/overview') {
  vi.setSystemTime('2026-11-18T12:00:00Z')
  const api = serve(routes)
  signIn()
  return { api, user: openApp(path) }
}
const figure = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).closest('div')?.textContent

test('Figures are compared with the previous period, up to the same hour; chance is marked', async () => {
  open({ [call()]: answer() })
  expect(await figure('Visite')).toBe('Visite1.234+23,4% prima 1.000')
  expect(await figure('Rimbalzi')).toBe('Rimbalzi41,2%−18,8 punti prima 60%')
  expect(await figure('Contatti')).toBe('Contatti12+20% prima 10nel rumoreper sorgente')
  expect(await figure('Questionari')).toBe('Questionari0−100% prima 2nel rumoreper sorgente')
  expect(await figure('Richieste')).toBe('Richieste12 prima 124 senza visita')
  expect(await figure('Durata mediana')).toBe('Durata mediana1 min 35 s prima —')
  expect(screen.getByText(/^12 nov 2026 – 18 nov 2026, rispetto a 5 nov 2026 – 11 nov 2026 alla stessa ora/))
  // Days in the future do not count as days without visits.
  const days = within(screen.getByRole('table', { name: /^Visite e pagine/, hidden: true }))
  const named = days.getAllByRole('rowheader', { hidden: true }).map(cell => cell.textContent)
  expect(named).toEqual(['18 nov, finora', '17 nov'])
})

test('Annotations stand in the chart of the days, without those of saved funnels', async () => {
  const note = (at: number, kind: string, from: string) => ({
    id: idOf(at),
    revision: 0,
    savedBy: 'admin:x',
    savedAt: '2026-11-18T10:00:00.000Z',
    from,
    kind,
    text: `nota ${at}`,
  })
  const annotations = [
    note(1, 'release', '2026-11-17'),
    note(2, 'funnel', '2026-11-17'),
    note(3, 'note', '2026-12-24'),
  ]
  open({
    [call()]: answer(),
    'GET /api/admin/annotations?limit=200': () => json(200, { annotations, next: null }),
  })
  const marks = within(await screen.findByRole('list', { name: 'Annotazioni nel grafico' }))
  expect(marks.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    '◆ 17 nov · Rilascio: nota 1',
  ])
})

test('Filters and a segment go with the links to the visits and to a funnel', async () => {
  const filters = [{ field: 'outcome', op: 'is', values: ['lead'] }]
  const more = { filters: JSON.stringify(filters) }
  open({ [call(more)]: answer() }, `/admin/overview?${encoded(more)}`)
  expect(await figure('Contatti di tutto il sito')).toContain('12')
  const visits = screen.getByRole('link', { name: '400 visite: /auth' }).getAttribute('href')
  expect(visits).toBe(`/admin/visits?${encoded({ ...week, exit: '/auth', ...more })}`)
  const funnel = screen.getByRole('link', { name: 'Contatti per sorgente' }).getAttribute('href')
  const definition = new URL(funnel ?? '', location.href).searchParams.get('definition')
  expect(parseDefinition(JSON.parse(definition ?? ''))).toMatchObject({ filters })
})

test('A goal and an order are chosen, and each line shows its conversion and each page its time', async () => {
  const { user } = open({
    [call()]: answer(),
    [call({ goal: 'plan' })]: answer(),
    [call({ goal: 'plan', order: 'conversion' })]: answer({ devices: [line('tablet', 3)] }),
  })
  const row = (await screen.findByRole('row', { name: /^\/auth 617/ })).textContent
  expect(row).toBe('/auth61750%41 s0%')
  expect(screen.getByRole('row', { name: /^Telefono/ }).textContent).toBe('Telefono80064,8%1,1%')
  await user.selectOptions(screen.getByLabelText('Obiettivo'), 'Obiettivo: piano attivato')
  await user.selectOptions(screen.getByLabelText('Ordine degli elenchi'), 'Più conversione')
  const few = await screen.findByRole('row', { name: /^Tablet/ })
  expect(few.querySelector('.few')).not.toBeNull()
})

test('A change of the median is not bold, because its chance is unknown', async () => {
  open({ [call()]: answer({ compared: { ...before, medianSeconds: 100 } }) })
  expect((await screen.findByText('−5%')).tagName).toBe('SPAN')
  expect(screen.getByText('+23,4%').tagName).toBe('B')
})

test('Figures that no filter applies to say so, and lead to their sources', async () => {
  open({ [call({ source: 'google' })]: answer() }, '/admin/overview?source=google')
  expect(await figure('Contatti di tutto il sito')).toContain('12')
  expect(await figure('Visite')).toContain('1.234')
  const funnel = screen.getByRole('link', { name: 'Contatti per sorgente' }).getAttribute('href')
  const definition = new URL(funnel ?? '', location.href).searchParams.get('definition')
  expect(parseDefinition(JSON.parse(definition ?? ''))).toMatchObject({
    steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
    period: '7d',
    compareTo: 'previous',
    breakdown: 'source',
  })
})

test('A number opens its visits, and a name filters the page', async () => {
  const narrow = answer({ exitPages: [line('/', 3)] })
  const { user } = open({ [call()]: answer(), [call({ page: '/auth' })]: narrow })
  const exits = within(await screen.findByRole('region', { name: 'Da dove si esce' }))
  const visits = exits.getByRole('link', { name: '400 visite: /auth' })
  expect(visits.getAttribute('href')).toBe(`/admin/visits?${encoded({ ...week, exit: '/auth' })}`)
  expect(exits.getByText(hostile)).toBeDefined()
  await user.click(exits.getByRole('button', { name: '/auth' }))
  const next = within(await screen.findByRole('region', { name: 'Da dove si esce' }))
  const narrowed = await next.findByRole('link', { name: '3 visite: /' })
  expect(narrowed.getAttribute('href')).toContain(encoded({ viewed: '/auth', exit: '/' }))
  await user.click(screen.getByRole('button', { name: 'Togli il filtro Pagina: /auth' }))
  await exits.findByRole('link', { name: '400 visite: /auth' })
})

test('Visits without a source, or of an unknown device, are listed and open', async () => {
  const { user } = open({ [call()]: answer(), [call({ source: noSource })]: answer() })
  const sources = within(await screen.findByRole('region', { name: 'Sorgenti' }))
  const direct = sources.getByRole('link', { name: '700 visite: Diretta, o non si sa' })
  expect(direct.getAttribute('href')).toContain(encoded({ source: noSource }))
  const unknown = screen.getByRole('link', { name: '4 visite: Non si sa' })
  expect(unknown.getAttribute('href')).toContain(encoded({ device: noSource }))
  await user.click(sources.getByRole('button', { name: 'Diretta, o non si sa' }))
  await screen.findByRole('button', { name: 'Togli il filtro Sorgente: Diretta, o non si sa' })
})

test('Two presses show the pages from which people leave without a registration, and their visits', async () => {
  const { user } = open(
    { [call()]: answer(), [call({ registered: 'false' })]: answer({ exitPages: [line('/prezzi', 90)] }) },
    '/admin/dashboard',
  )
  await user.click(await screen.findByRole('link', { name: 'Panoramica' }))
  await user.selectOptions(await screen.findByLabelText('Registrazione'), 'Senza registrazione')
  const exits = within(await screen.findByRole('region', { name: 'Da dove si esce' }))
  const visits = await exits.findByRole('link', { name: '90 visite: /prezzi' })
  const query = encoded({ ...week, exit: '/prezzi', registered: 'false' })
  expect(visits.getAttribute('href')).toBe(`/admin/visits?${query}`)
  await user.click(screen.getByRole('button', { name: 'Togli il filtro Registrazione: senza' }))
  await exits.findByRole('link', { name: '400 visite: /auth' })
})

test('A relative period stays relative, arrows move it, and days can be chosen', async () => {
  const today = { from: '2026-11-17T23:00:00.000Z', to: '2026-11-18T23:00:00.000Z' }
  const compared = { compareFrom: '2026-11-16T23:00:00.000Z', compareTo: '2026-11-17T12:00:00.000Z' }
  const yesterday = { from: '2026-11-16T23:00:00.000Z', to: '2026-11-17T23:00:00.000Z' }
  const two = { ...yesterday, to: today.to }
  const periods = [
    { ...today, ...compared },
    { ...yesterday, compareFrom: '2026-11-15T23:00:00.000Z', compareTo: yesterday.from },
    { ...two, compareFrom: '2026-11-14T23:00:00.000Z', compareTo: '2026-11-16T12:00:00.000Z' },
  ]
  const routes = Object.fromEntries(periods.map(period => [call({}, period), answer()]))
  const { api, user } = open(routes, '/admin/overview?period=today')
  const picker = screen.findByRole<HTMLSelectElement>('combobox', { name: 'Periodo' })
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Periodo dopo' })).disabled).toBe(true)
  await screen.findByText('1.234')
  await user.click(screen.getByRole('button', { name: 'Periodo prima' }))
  expect((await picker).value).toBe('yesterday')
  await user.selectOptions(await picker, 'Date scelte')
  const last = screen.getByLabelText<HTMLInputElement>('Al giorno')
  expect(last.value).toBe('17/11/2026')
  await user.clear(last)
  await user.type(last, '18/11/2026')
  await screen.findByText(/^17 nov 2026 – 18 nov 2026/)
  expect(api.sent(call({}, { ...today, ...compared }))).toHaveLength(1)
})

test('The filters are saved as a view, which Visite opens too', async () => {
  const filters = { screen: 'overview', page: '/auth', device: 'mobile' }
  const id = '0198a000-0000-7000-8000-000000000001'
  const saved = { id, name: 'Telefoni', savedBy: 'admin:io', filters, savedAt: '2026-11-18T10:00:00.000Z' }
  const visits = 'GET /api/admin/visits?viewed=%2Fauth&device=mobile&bots=false&limit=50'
  const none = () => json(200, { visits: [], next: null })
  const { api, user } = open({
    [views]: () => json(200, { views: [saved], next: null }),
    [call()]: answer(),
    [call({ page: '/auth', device: 'mobile' })]: answer(),
    'GET /api/admin/visits?bots=false&limit=50': none,
    [visits]: none,
  })
  const choose = async () => {
    await user.click(await screen.findByRole('button', { name: 'Viste' }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^Telefoni/ }))
    await screen.findByRole('button', { name: 'Vista: Telefoni' })
  }
  await choose()
  await screen.findByRole('button', { name: 'Togli il filtro Dispositivo: Telefono' })
  await user.click(screen.getByRole('link', { name: 'Visite' }))
  await choose()
  expect(api.sent(visits)).toHaveLength(1)
})

test('The dialog lists what it saves, in words', async () => {
  const filters = JSON.stringify([{ field: 'page', op: 'isNot', values: ['/auth', null] }])
  const more = { filters, segment: JSON.stringify({ id: idOf(1), revision: 2 }) }
  const { user } = open(
    { [call({ device: 'mobile', registered: 'false', bots: 'true', ...more })]: answer() },
    `/admin/overview?period=7d&device=mobile&registered=false&bots=true&${encoded(more)}`,
  )
  await user.click(await screen.findByRole('button', { name: 'Viste' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Salva questa vista…' }))
  const told = [...(await screen.findByRole('dialog')).querySelectorAll('dd')].map(each => each.textContent)
  expect(told).toEqual([
    ...['ultimi 7 giorni', 'Telefono', 'senza', 'Anche i robot'],
    ...['nessuna pagina è /auth né (senza valore)', 'alla revisione 2'],
  ])
})

test('An empty period explains itself; a refusal shows the server’s sentence', async () => {
  const nobody = { ...totals, visits: 0, pageViews: 0 }
  open({ [call()]: answer({ totals: nobody }) })
  await screen.findByText(/^Nessuna visita in questo periodo\. Qui starebbero/)
  expect(await figure('Rimbalzi')).toBe('Rimbalzi— prima 60%')
  expect(await figure('Contatti')).toContain('12')
})

test.each([
  ['a refusal', () => refused(400, 'Dispositivo non valido'), /^Dispositivo non valido: cambia le scelte/],
  ['a failure', () => refused(500, 'no'), 'Impossibile caricare i dati'],
  [
    'a copy that is being built',
    () => json(503, { message: 'La copia si sta costruendo', progress: 0.4 }),
    'La copia si sta costruendo',
  ],
])('%s is shown below the choices', async (_name, failing, words) => {
  open({ [call({ device: 'x' })]: failing }, '/admin/overview?device=x')
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.getByRole('combobox', { name: 'Periodo' })).toBeDefined()
})

test('An unreadable period is left to the server, and another one can be chosen', async () => {
  const refusing = encoded({
    period: 'sempre',
    from: '2026-10-19T22:00:00.000Z',
    to: week.to,
    compareFrom: '2026-09-19T22:00:00.000Z',
    compareTo: '2026-10-19T11:00:00.000Z',
  })
  const { user } = open(
    {
      [call()]: answer(),
      [`GET /api/admin/overview?${refusing}`]: () => refused(400, 'Campo sconosciuto: period'),
    },
    '/admin/overview?period=sempre',
  )
  await screen.findByText(/^Campo sconosciuto: period: cambia le scelte/)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Periodo' }), 'Ultimi 7 giorni')
  await screen.findByText('1.234')
})
