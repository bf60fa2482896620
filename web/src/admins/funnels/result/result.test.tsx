import type { FunnelUnit, StepResult } from '@tba/events/funnels/views.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { setOtherTab, tokenOf } from '../../../testing/administrators.ts'
import { deferred, json, type Routes, refused } from '../../../testing/api.ts'
import {
  barOf,
  definitionOf,
  openFunnels,
  position,
  queryOf,
  resultOf,
  unitAt,
} from '../../../testing/funnels.ts'
import { cellsOf, recordDownloads } from '../../../testing/look.ts'

const run = 'POST /api/admin/funnels/run'
const visits = 'POST /api/admin/funnels/visits'
const instead = 'POST /api/admin/funnels/instead'

const open = (query = queryOf(), answers: Routes = {}) => openFunnels(query, [], answers)

/** The units of a bar, on two pages. */
const pagesOf =
  (first: FunnelUnit[], last: FunnelUnit[]): Routes[string] =>
  ({ body }) =>
    json(
      200,
      (body as { cursor?: string }).cursor === 'c1'
        ? { units: last, position, next: null }
        : { units: first, position, next: 'c1' },
    )

const table = (name = 'Il risultato, passo per passo') => screen.findByRole('table', { name })
const cells = (of: HTMLElement) => cellsOf(of, 'th, td')

test('Each step has numbers and Italian words, with the position of the count', async () => {
  open()
  expect(cells(await table())).toEqual([
    ['1. Visita iniziata', '1.200', '100%', '—', '—', '1.080'],
    ['2. Contatto inviato · Piano è «pro»', '120', '10%', '10%', '3 minuti e 20 secondi', '—'],
  ])
  expect(screen.queryByText(/0{6}/)).toBeNull()
  screen.getByText('Come si conta')
  screen.getByText(/La Panoramica confronta invece alla stessa ora dell’orologio/)
  // Explains why the overview counts more leads.
  screen.getByText(/Senza consenso un contatto o una registrazione non è di nessuna visita/)
})

test('The trend below the bars shows which days may still change, and its table which say little', async () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22']
  const trend = days.map((start, at) => ({ start, entered: 10 + at * 5, converted: 1, conversion: 10 }))
  open(queryOf(), { [run]: () => json(200, resultOf({ trend, open: 3 })) })
  await screen.findByText(
    /^Conversione per giorno del primo passo; tratteggiato: finestre ancora aperte; punti chiari: meno di 20$/,
  )
  expect(cells(screen.getByRole('table', { name: /^Conversione per giorno/, hidden: true }))).toEqual([
    ['22 nov', '20', '1', '10%'],
    ['21 nov', '15', '1', '10%, meno di 20'],
    ['20 nov', '10', '1', '10%, meno di 20'],
  ])
  screen.getByText(/^Ancora in corso: 3 visite/)
})

/** The steps of a compared period with these counts. */
const before = (...changed: Partial<StepResult>[]) => ({
  compared: { steps: resultOf().steps.map((step, at) => ({ ...step, ...changed[at] })) },
})

test('The compared period is beside it, with the difference', async () => {
  open(queryOf({ compareTo: 'previous', equalAge: true }), {
    [run]: () => json(200, resultOf(before({ count: 1_000, dropped: 900 }, { count: 150, conversion: 15 }))),
  })
  // As many hours after its start as the position. The clocks changed in between.
  await screen.findByText('Confronto: 10 ott 2026 – 31 ott 2026', { exact: false })
  screen.getByText('31/10/2026, 10:00:00')
  screen.getByText('10% dal precedente · mediana 3 minuti e 20 secondi · −5 punti rispetto al confronto')
  expect(cells(await table()).map(row => row.slice(6))).toEqual([
    ['1.000 (100%)', '+20%, ±0 punti '],
    ['150 (15%)', '−20%, −5 punti '],
  ])
})

test('A compared period without units has no rates to compare', async () => {
  const none = { count: 0, dropped: 0, conversion: 0 }
  open(queryOf({ compareTo: 'previous', equalAge: true }), {
    [run]: () => json(200, resultOf(before(none, none))),
  })
  await screen.findByText(/^10% dal precedente .* nuovo rispetto al confronto$/)
  expect(cells(await table()).map(row => row.slice(6))).toEqual(Array(2).fill(['0 (0%)', 'nuovo ']))
})

test('Groups show their difference in points, mark chance, and can be sorted by it', async () => {
  const group = (value: string, entered: number, conversion: number) => {
    const steps = resultOf().steps.map((step, at) => ({
      ...step,
      count: at === 0 ? entered : (entered * conversion) / 100,
      conversion: at === 0 ? 100 : conversion,
    }))
    return { value, steps }
  }
  const breakdown = [group('desktop', 1_000, 10), group('mobile', 20, 20), group('tablet', 10, 0)]
  const groupsBefore = [group('desktop', 1_000, 15), group('mobile', 20, 15)]
  const before = { steps: resultOf().steps, breakdown: groupsBefore }
  const { user } = open(queryOf({ compareTo: 'previous', breakdown: 'device' }), {
    [run]: () => json(200, resultOf({ breakdown, compared: before })),
  })
  const groups = await table('Gli stessi passi, per dispositivo')
  const shown = () => cells(groups).map(row => [row[0], row[3]])
  expect(shown()).toEqual([
    ['Computer', '−5 punti prima 15% '],
    ['Telefono', '+5 punti prima 15% nel rumore'],
    ['Tablet', '—'],
  ])
  const order = screen.getByRole('combobox', { name: 'Ordina i gruppi' })
  await user.selectOptions(order, 'per differenza, chi sale')
  await waitFor(() => expect(shown().map(([name]) => name)).toEqual(['Telefono', 'Computer', 'Tablet']))
  await user.selectOptions(order, 'per differenza, chi scende')
  await waitFor(() => expect(shown().map(([name]) => name)).toEqual(['Computer', 'Telefono', 'Tablet']))
})

test('Without a compared period, groups of an address are in their usual order', async () => {
  const breakdown = [{ value: 'desktop', steps: resultOf().steps }]
  open(`${queryOf({ breakdown: 'device' })}&sort=up`, { [run]: () => json(200, resultOf({ breakdown })) })
  const order = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Ordina i gruppi' })
  expect([...order.options].map(({ text }) => text)).toEqual(['dai più frequenti', 'per conversione'])
  expect(order.value).toBe('')
})

test('Each group opens its own units, also the unknown one', async () => {
  const breakdown = ['mobile', null].map(value => ({ value, steps: resultOf().steps }))
  const { api, user } = open(queryOf({ breakdown: 'device' }), {
    [run]: () => json(200, resultOf({ breakdown })),
    [visits]: () => json(200, { units: [{ ...unitAt(1), reached: 1, open: true }], position, next: null }),
  })
  expect(cells(await table('Gli stessi passi, per dispositivo'))).toEqual([
    ['Telefono', '1.200 100%', '120 10%'],
    ['non noto', '1.200 100%', '120 10%'],
  ])
  await user.click(screen.getByRole('button', { name: 'non noto, arrivati al passo 2: 120' }))
  await screen.findByRole('link', { name: 'Visita del cliente n. 1' })
  screen.getByText(/1 di 2 passi, ancora in corso · Contatto · Telefono$/)
  const asked = { step: 2, outcome: 'reached', value: null, breakdown: 'device' }
  expect(api.sent(visits).at(-1)?.body).toMatchObject(asked)
})

test('Visits without a known source have the same label as in the overview', async () => {
  const breakdown = ['google', null].map(value => ({ value, steps: resultOf().steps }))
  open(queryOf({ breakdown: 'source' }), { [run]: () => json(200, resultOf({ breakdown })) })
  const names = cells(await table('Gli stessi passi, per sorgente')).map(([name]) => name)
  expect(names).toEqual(['google', 'Diretta, o non si sa'])
})

test('Ten groups are shown, and the others open', async () => {
  const groups = Array.from({ length: 12 }, (_, at) => ({ value: `v${at}`, steps: resultOf().steps }))
  const { user } = open(queryOf({ breakdown: 'campaign' }), {
    [run]: () => json(200, resultOf({ breakdown: groups })),
  })
  const rows = async () =>
    within(await screen.findByRole('table', { name: 'Gli stessi passi, per campagna' })).getAllByRole('row')
  expect(await rows()).toHaveLength(11)
  await user.click(screen.getByRole('button', { name: 'Altri (2 valori)' }))
  expect(await rows()).toHaveLength(13)
  await user.click(screen.getByRole('button', { name: 'Solo i primi 10' }))
  expect(await rows()).toHaveLength(11)
})

test('The times to the last step are a histogram', async () => {
  const times = [
    { fromSeconds: 0, toSeconds: 4.5, count: 30 },
    { fromSeconds: 4.5, toSeconds: 90, count: 10 },
  ]
  open(queryOf({ histogram: true }), { [run]: () => json(200, resultOf({ times })) })
  const table = await screen.findByRole('table', { name: 'Tempi di 40 visite' })
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(row => row.textContent?.trim()),
  ).toEqual(['0 s – 4,5 s30 75%', '4,5 s – 1 min 30 s10 25%'])
})

test('A bar opens exactly the units that it counts, up to its position, page by page', async () => {
  const { api, user } = open(queryOf(), { [visits]: pagesOf([unitAt(1), unitAt(2)], [unitAt(3)]) })
  await table()
  const button = screen.getByRole('button', { name: /^Passo 2, .*: 120 visite, 10% del primo$/ })
  await user.click(button)
  const drawer = await screen.findByRole('dialog', { name: 'Arrivati al passo 2' })
  within(drawer).getByRole('heading', { name: '120 visite' })
  const link = await within(drawer).findByRole('link', { name: 'Visita del cliente n. 1' })
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.href)
  expect(pathname).toBe('/admin/visits/visita-1')
  // The link contains the funnel, up to the same position.
  expect(JSON.parse(searchParams.get('funnel') ?? '')).toEqual(definitionOf({ asOf: position }))
  within(drawer).getByText('Le prime 2.')
  await user.click(within(drawer).getByRole('button', { name: 'Mostra altre' }))
  await within(drawer).findByText('Tutte: 3.')
  expect(api.sent(visits)[0]?.body).toMatchObject({ step: 2, outcome: 'reached', asOf: position })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('The units of a bar have number, outcome and device, and are exported completely', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => `blob:${files.push(file as Blob)}`)
  const saved = recordDownloads()
  const anonymous = { ...unitAt(2), id: '-2', number: null, outcome: null, device: null }
  const { api, user } = open(barOf(2), { [visits]: pagesOf([unitAt(1)], [anonymous]) })
  const drawer = within(await screen.findByRole('dialog', { name: 'Arrivati al passo 2' }))
  await drawer.findByRole('link', { name: 'Visita del cliente n. 1' })
  drawer.getByText(/, 2 di 2 passi in 1 minuto · Contatto · Telefono$/)
  expect(drawer.queryByText(/visita-1/)).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Esporta in CSV' }))
  await waitFor(() => expect(saved).toMatchObject([{ download: 'visite.csv' }]))
  expect((await files[0]?.text())?.split('\r\n')).toEqual([
    '"Visita","Cliente","Inizio","Passi","Esito","Dispositivo"',
    '"visita-1","1","2026-11-21T23:30:15.250Z","2 di 2 passi in 1 minuto","Contatto","Telefono"',
    '"\'-2","","2026-11-21T23:30:15.250Z","2 di 2 passi in 1 minuto","Nessun esito","Dispositivo ignoto"',
    '',
  ])
  expect(api.sent(visits).at(-1)?.body).toMatchObject({ cursor: 'c1', limit: 200, asOf: position })
  // The export of an analyst has no customer numbers.
  act(() => setOtherTab(tokenOf('sessione-1', { role: 'analyst' })))
  await user.click(drawer.getByRole('button', { name: 'Esporta in CSV' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(await files[1]?.text()).toContain('"visita-1","","2026')
})

test('A result by person says who was joined by which rule, and lists persons', async () => {
  const id = 'a3a3a3a3-0000-4000-8000-0000000000aa'
  const person = { ...unitAt(1), id, number: null, outcome: null, device: null }
  open(barOf(2, { definition: JSON.stringify(definitionOf({ by: 'person' })) }), {
    [run]: () => json(200, resultOf({ joined: { address: 4, administrator: 1 } })),
    [visits]: () => json(200, { units: [person], position, next: null }),
  })
  await screen.findByText(/ 4 persone per lo stesso indirizzo, 1 persona per l’unione/)
  const link = await screen.findByRole('link', { name: 'Persona senza account' })
  expect(link.getAttribute('href')).toBe(`/admin/people/${id}`)
  expect(screen.queryByRole('link', { name: 'Cronologia' })).toBeNull()
})

test('A drop opens the lost units, their next actions, and their refusals', async () => {
  const refusals = [{ action: 'leads', reason: 'Email non valida', count: 3 }]
  const actions = [
    { event: 'QuestionnaireSubmitted', where: [], count: 700, share: 64.8 },
    { event: null, where: [], count: 380, share: 35.2 },
  ]
  const { api, user } = open(queryOf(), {
    [visits]: () => json(200, { units: [unitAt(1)], position, next: null }),
    [instead]: () => json(200, { position, count: 1_080, next: actions, refusals }),
  })
  await table()
  await user.click(screen.getByRole('button', { name: /^Prima del passo 2, .*: 1.080 visite in meno, 90%$/ }))
  const drawer = await screen.findByRole('dialog', { name: 'Persi dopo il passo 1' })
  await within(drawer).findByText('Questionario inviato')
  const next = within(drawer).getAllByRole('listitem')
  expect(next.map(item => item.textContent)).toEqual(
    expect.arrayContaining(['Questionario inviato700 64,8%', 'Nient’altro380 35,2%']),
  )
  within(drawer).getByRole('heading', { name: 'Rifiuti incontrati' })
  expect(api.sent(instead)[0]?.body).toMatchObject({ step: 1, asOf: position })
  expect(api.sent(instead)[0]?.body).not.toHaveProperty('also')
  await user.click(within(drawer).getByRole('checkbox', { name: 'Anche lo scorrimento' }))
  await waitFor(() => expect(api.sent(instead).at(-1)?.body).toMatchObject({ also: ['scroll'] }))
})

test('A failed count is shown, and an outdated count is cancelled', async () => {
  const answer = deferred()
  const { api, user } = open(queryOf(), { [run]: () => refused(503, 'Riprova tra poco') })
  const again = await screen.findByRole('button', { name: 'Riprova' })
  api.answer({ [run]: answer.answer })
  await user.click(again)
  await waitFor(() => expect(again).toHaveProperty('disabled', true))
  api.answer({ [run]: () => json(200, resultOf()) })
  await user.click(screen.getByRole('checkbox', { name: 'Anche i robot' }))
  await table()
  const isAborted = api.sent(run).map(({ signal }) => signal?.aborted)
  expect(isAborted.slice(-2)).toEqual([true, false])
})

test('A position can be kept, so that a link shows the same numbers', async () => {
  const { api, user } = open()
  await table()
  await user.click(screen.getByRole('button', { name: 'Resta a questo punto' }))
  await waitFor(() => expect(api.sent(run).at(-1)?.body).toMatchObject({ asOf: position }))
  expect((screen.getByLabelText('Fino al punto') as HTMLInputElement).value).toBe(position)
})
