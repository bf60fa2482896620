import type { Replay, ReplayDetail } from '@tba/events/replays/views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, projectionsAnswer, type Routes, refused } from '../../testing/api.ts'
import { definitionOf, position, resultOf, savedId, savedOf } from '../../testing/funnels.ts'
import { projectionOf } from '../../testing/projections.ts'

const id = '0198a000-0000-7000-8000-0000000000aa'
const replayOf = (changed: Partial<Replay> = {}): Replay => ({
  id,
  state: 'done',
  mode: { kind: 'stream' },
  from: null,
  to: null,
  types: [],
  visits: [],
  position: '00000001-0000000000000300-0000000000000009',
  requestedBy: 'admin:a',
  cancelledBy: null,
  requestedAt: '2026-11-21T23:30:15.250Z',
  endedAt: '2026-11-21T23:30:16.250Z',
  done: 1_200,
  total: 1_200,
  found: 34,
  rate: 0,
  secondsLeft: null,
  expiresAt: '2026-11-28T23:30:16.250Z',
  error: null,
  ...changed,
})
const detailOf = (changed: Partial<ReplayDetail> = {}): ReplayDetail => ({
  ...replayOf(),
  funnel: null,
  rows: null,
  ...changed,
})
const list = 'GET /api/admin/replays?limit=100'
const one = `GET /api/admin/replays/${id}`

const open = (replays: readonly Replay[], path = '/admin/replays', more: Routes = {}) =>
  openConsole(path, {
    [list]: () => json(200, { replays, next: null }),
    'GET /api/admin/projections': () => projectionsAnswer([projectionOf()]),
    'GET /api/admin/funnels?limit=200': () => json(200, { funnels: [], next: null }),
    ...more,
  })

test('The list shows waiting, running and finished replays, with the time left', async () => {
  const running = { state: 'running', done: 300, rate: 100, secondsLeft: 9, endedAt: null } as const
  open([replayOf({ ...running, id: id.replace('aa', 'bb'), types: ['LeadSubmitted'] }), replayOf()])
  const table = await screen.findByRole('table')
  const [, first, second] = within(table).getAllByRole('row')
  expect(first?.textContent).toContain('25%, 300 di 1.200 eventi, 100/s, ancora 9 s')
  expect(first?.textContent).toContain('Contatto inviato')
  expect(
    within(first as HTMLElement)
      .getByRole('progressbar')
      .getAttribute('value'),
  ).toBe('25')
  expect(second?.textContent).toContain('1.200 eventi percorsi, 34 nel risultato')
})

test('The request has the choices of the address', async () => {
  const start = 'POST /api/admin/replays'
  const path = '/admin/replays?type=LeadSubmitted&from=2026-01-01T00:00:00.000Z'
  const answers = { [start]: () => json(202, { id }), [one]: () => json(200, detailOf()) }
  const { api, user } = open([], path, answers)
  await screen.findByText(/Nessuna replica ancora/)
  await user.click(screen.getByRole('button', { name: 'Rigioca' }))
  await screen.findByRole('link', { name: '← Tutte le repliche' })
  expect(api.sent(start)[0]?.body).toEqual({
    types: ['LeadSubmitted'],
    from: '2026-01-01T00:00:00.000Z',
    mode: { kind: 'stream' },
  })
})

test('The page says where a single visit is replayed', async () => {
  open([])
  await screen.findByText(/^Nessuna replica ancora/)
  const says = screen.getByText(/^Una singola visita si rivede passo per passo/)
  expect(within(says).getByRole('link', { name: 'Visite' }).getAttribute('href')).toBe('/admin/visits')
})

test('A running replay is cancelled after a confirmation, and a refusal is shown', async () => {
  const cancelling = `POST /api/admin/replays/${id}/cancel`
  const { user } = open([replayOf({ state: 'waiting', endedAt: null })], '/admin/replays', {
    [cancelling]: () => refused(409, 'La replica è già finita'),
  })
  await user.click(await screen.findByRole('button', { name: 'Annulla: Flusso di eventi' }))
  const dialog = await screen.findByRole('dialog', { name: 'Annulla la replica' })
  await user.click(within(dialog).getByRole('button', { name: 'Annulla la replica' }))
  await screen.findByText('409: La replica è già finita')
})

test('A cancelled replay says when it was cancelled, and by whom', async () => {
  const cancelled = { state: 'cancelled', cancelledBy: 'admin:b2' } as const
  open([replayOf({ ...cancelled, endedAt: '2026-11-21T23:31:00.000Z' })])
  const state = (await screen.findByText('Annullata')).parentElement
  expect(state?.textContent).toBe(' Annullata22/11/2026, 00:31:00, da b2')
})

test('Differing rows are shown without personal columns, with the number of other rows', async () => {
  const rows = [
    { table: 'users', key: { id: 7 }, live: { plan: 'elite' }, replayed: { plan: 'pro' }, hidden: ['email'] },
  ]
  const mode = { kind: 'projection', projection: 'users' } as const
  open([], `/admin/replays/${id}`, { [one]: () => json(200, detailOf({ mode, found: 12_345, rows })) })
  const table = await screen.findByRole('table')
  await waitFor(() => expect(table.textContent).toContain('plan: "elite"'))
  expect(table.textContent).toContain('plan: "pro"')
  expect(table.textContent).toContain('email')
  expect(screen.getByText(/^Le prime/).textContent).toBe(
    'Le prime 1 di 12.345: scarica il risultato per le altre, che tiene le prime 10.000.',
  )
})

const funnel = definitionOf({ windowSeconds: 7_200, breakdown: 'device' })

test('A funnel replay has its result, and opens its funnel', async () => {
  const mode = { kind: 'funnel' as const, definition: funnel }
  const result = resultOf({ breakdown: [{ value: 'mobile', steps: resultOf().steps }] })
  open([], `/admin/replays/${id}`, { [one]: () => json(200, detailOf({ mode, position, funnel: result })) })
  await screen.findByRole('table', { name: 'Il risultato, passo per passo' })
  screen.getByRole('table', { name: 'Gli stessi passi, per dispositivo' })
  const { searchParams } = new URL(
    screen.getByRole<HTMLAnchorElement>('link', { name: 'Apri il funnel' }).href,
  )
  expect(JSON.parse(searchParams.get('definition') ?? '')).toEqual(funnel)
})

test('The list distinguishes funnel replays, and shows if there are more', async () => {
  const mode = { kind: 'funnel' as const, definition: funnel }
  const replays = [replayOf({ mode }), replayOf({ id: savedId, from: '2026-11-01T13:30:00.000Z' })]
  open([], '/admin/replays', { [list]: () => json(200, { replays, next: 'c1' }) })
  const [, first, second] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(first?.textContent).toContain('Visita iniziata → Contatto inviato · Piano è «pro»')
  expect(second?.textContent).toContain('dal 1 nov 2026, 14:30')
  screen.getByText(/^Sono le 2 più recenti/)
})

test('A saved funnel or a projection is chosen by its name', async () => {
  const start = 'POST /api/admin/replays'
  const { result: _, countedAt: __, ...saved } = savedOf()
  const { api, user } = open([], '/admin/replays', {
    'GET /api/admin/funnels?limit=200': () => json(200, { funnels: [saved], next: null }),
    [start]: () => refused(409, 'Troppe repliche in attesa'),
  })
  const how = await screen.findByLabelText('Come rigiocare')
  await user.selectOptions(how, 'Attraverso una proiezione')
  screen.getByText('Scegli la proiezione.')
  await user.selectOptions(how, 'Attraverso un funnel')
  await user.selectOptions(await screen.findByLabelText('Funnel'), 'Dalla visita al lead')
  await user.click(screen.getByRole('button', { name: 'Rigioca' }))
  await screen.findByText('409: Troppe repliche in attesa')
  expect(api.sent(start)[0]?.body).toEqual({ mode: { kind: 'funnel', definition: definitionOf() } })
})

test('A funnel replay takes the filters of the row; a page that cannot apply them says so', async () => {
  const start = 'POST /api/admin/replays'
  const filters = [{ field: 'device', op: 'is', values: ['mobile'] }]
  const own = { ...definitionOf(), filters: [...filters, { field: 'error', op: 'is', values: ['yes'] }] }
  const query = new URLSearchParams({ mode: 'funnel', definition: JSON.stringify(own) })
  const { api, user } = open([], `/admin/replays?${query}`, {
    [start]: () => json(202, { id }),
    [one]: () => json(200, detailOf()),
  })
  await user.click(await screen.findByRole('button', { name: 'Togli il filtro errore del browser è sì' }))
  await user.selectOptions(screen.getByLabelText('Come rigiocare'), 'Flusso di eventi')
  await screen.findByText(/I filtri sulle visite qui non si applicano/)
  await user.selectOptions(screen.getByLabelText('Come rigiocare'), 'Attraverso un funnel')
  await user.click(screen.getByRole('button', { name: 'Rigioca' }))
  await waitFor(() => expect(api.sent(start)).toHaveLength(1))
  expect(api.sent(start)[0]?.body).toMatchObject({ mode: { kind: 'funnel', definition: { filters } } })
})
