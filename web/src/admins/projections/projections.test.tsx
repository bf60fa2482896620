import type { ProjectionStatus } from '@tba/events/projections/views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { openConsole, tokenOf } from '../../testing/administrators.ts'
import { json, projectionsAnswer, refused } from '../../testing/api.ts'
import { cellsOf } from '../../testing/look.ts'
import { analyticsOf, parkedOf, projectionOf } from '../../testing/projections.ts'
import { currentToken } from '../api/token.ts'
import { duration } from '../parts/time/durations.ts'

const list = 'GET /api/admin/projections'
const rebuild = 'POST /api/admin/projections/users/rebuild'
const waiting = parkedOf()
const parkedPath = `POST /api/admin/projections/leads/parked/${waiting.stream}`

const audit = {
  'GET /api/admin/audit?limit=50': () => json(200, { entries: [], admins: [], next: null }),
}
const open = (projections: readonly ProjectionStatus[], path = '/admin/projections') =>
  openConsole(path, { ...audit, [list]: () => projectionsAnswer(projections) })

/** The status at the end of the head, on every page. */
const note = () => document.querySelector('.console-pages [role=status]') as HTMLElement
const saying = (text: string) => waitFor(() => expect(note()?.textContent).toBe(text))

test.each([
  ['keep up, although an event has just come', [projectionOf({ lagMs: 40 })], 'Dati aggiornati'],
  [
    'are behind, by the slowest projection',
    [projectionOf({ lagMs: 2_000 }), projectionOf({ name: 'daily', lagMs: 12_400 })],
    'Dati in ritardo di 12 s',
  ],
])('The head shows that reads %s', async (_what, projections, text) => {
  open(projections)
  await saying(text)
  expect(note().dataset.delayed).toBe(String(text.includes('ritardo')))
})

test('A stopped projection is named on every page, with a link', async () => {
  const still = (name: string) => projectionOf({ name, state: 'still' })
  const { api, user } = open([projectionOf(), still('daily')], '/admin/audit')
  await user.click(await screen.findByRole('link', { name: 'Proiezione ferma: daily' }))
  expect(await screen.findByRole('heading', { name: 'Proiezioni' })).toBeTruthy()
  api.answer({ [list]: () => projectionsAnswer([still('daily'), still('users'), still('visits')]) })
  await waitFor(() => expect(note().textContent).toBe('Proiezioni ferme: daily e altre 2'))
})

test('Every page says that letters stand still, once nobody looks at the product any more', async () => {
  const watched = [{ trouble: 'disk', state: 'unknown', since: '2026-11-21T23:30:15.250Z' }] as const
  openConsole('/admin/audit', { ...audit, [list]: () => projectionsAnswer([], { watched }) })
  const link = await screen.findByRole('link', { name: 'Lettere e lavori fermi' })
  expect(link.getAttribute('href')).toBe('/admin/alarms')
  expect(note().dataset.delayed).toBe('true')
})

test('Every page shows how many streams are parked', async () => {
  const leads = (...parked: ProjectionStatus['parked']) =>
    projectionOf({ name: 'leads', state: 'parked', parked })
  const { api } = open([leads(waiting), projectionOf()], '/admin/audit')
  const link = await screen.findByRole('link', { name: 'Un flusso in attesa' })
  expect(link.getAttribute('href')).toBe('/admin/projections')
  expect(note().dataset.delayed).toBe('true')
  api.answer({ [list]: () => projectionsAnswer([leads(waiting, waiting)]) })
  await screen.findByRole('link', { name: '2 flussi in attesa' })
})

test('The header shows if the delay is unknown, and reads again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api } = openConsole('/admin/projections', { [list]: () => refused(500, 'Guasto') })
  await saying('Non si sa se i dati sono aggiornati')
  api.answer({ [list]: () => projectionsAnswer([projectionOf()]) })
  await vi.advanceTimersByTimeAsync(6_000)
  await saying('Dati aggiornati')
})

test('Polling does not keep the session open', async () => {
  const answer = projectionsAnswer([projectionOf()])
  answer.headers.set('X-Token', tokenOf('sessione-1', { exp: 2 }))
  const { api } = openConsole('/admin/dashboard', { [list]: () => answer.clone() })
  const before = currentToken()
  await saying('Dati aggiornati')
  expect(currentToken()).toBe(before)
  expect(api.sent(list)[0]?.headers.get('authorization')).toBe(`Bearer ${before}`)
})

test('A projection that catches up says when it will be there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const lags = Array.from({ length: 90 }, (_, at) => 100_000 - at * 1_000)
  openConsole('/admin/projections', {
    [list]: () => projectionsAnswer([projectionOf({ name: 'daily', lagMs: lags.shift() ?? 0 })]),
  })
  await screen.findByText('daily')
  expect(screen.queryByText(/alla pari/)).toBeNull()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await screen.findByText(/alla pari tra \d+ (s|min)/)).toBeTruthy()
})

const reached = '22/11/2026, 00:30:15 00000001-00000000000002f6-00000000000004d2'

test('A projection tells when its last rebuild ended, and how long it took', async () => {
  const lastRebuild = { endedAt: '2026-11-21T23:30:15.250Z', seconds: 94.6 }
  open([projectionOf({ lastRebuild })])
  const told = await screen.findByText('Ultima ricostruzione finita il')
  expect(told.parentElement?.textContent).toBe(
    'Ultima ricostruzione finita il 22/11/2026, 00:30:15, in 1 minuto e 35 secondi',
  )
})

test('A verification is a replay of the projection, and its page opens', async () => {
  const id = 'b1b1b1b1-0000-4000-8000-000000000001'
  const { api, user } = open([projectionOf()])
  api.answer({
    'POST /api/admin/replays': () => json(202, { id }),
    [`GET /api/admin/replays/${id}`]: () => refused(404, 'Replica non trovata'),
  })
  await user.click(await screen.findByRole('button', { name: 'Verifica Account' }))
  await screen.findByRole('heading', { name: /^Replica/ })
  await waitFor(() => expect(api.sent(`GET /api/admin/replays/${id}`)).toHaveLength(1))
  const mode = { kind: 'projection', projection: 'users' }
  expect(api.sent('POST /api/admin/replays')[0]?.body).toEqual({ mode })
})

test('Each projection has a state, its last event, delay, rate and version', async () => {
  open([projectionOf(), projectionOf({ name: 'daily', lagMs: 75_000, eventsPerSecond: 0 })])
  const rows = cellsOf(await screen.findByRole('table'))
  const copy = expect.stringContaining('480.000 eventi, 72 MB, sul server «query-1»')
  expect(rows).toEqual([
    ['Account', ' Segue il registro', reached, '0 s', '12,3/s', '3', 'RicostruisciVerifica'],
    ['daily', ' Segue il registro', reached, '1 min 15 s', '0/s', '3', 'RicostruisciVerifica'],
    ['Copia per le analisi', copy, reached, '0 s', '—', '—', 'Ricostruisci'],
  ])
})

test('One press requests a rebuild, and its progress is shown', async () => {
  const { api, user } = open([projectionOf()])
  api.answer({ [rebuild]: () => json(202, { ok: true }) })
  const button = await screen.findByRole('button', { name: 'Ricostruisci Account' })
  await user.dblClick(button)
  await screen.findByText('Ricostruzione richiesta')
  expect(api.sent(rebuild)).toHaveLength(1)
  expect(api.sent(rebuild)[0]?.headers.get('idempotency-key')).toBeTruthy()
  const build = { version: 3, done: 12_345, percent: 42.5, eventsPerSecond: 2_000.4, secondsLeft: 95 }
  api.answer({ [list]: () => projectionsAnswer([projectionOf({ state: 'building', build })]) })
  const progress = await screen.findByRole('progressbar', { name: 'Ricostruzione: Account' })
  expect(progress.parentElement?.textContent).toBe('42,5%, 12.345 eventi, 2.000/s, ancora 1 min 35 s')
})

test('A stopped projection shows the reason and since when', async () => {
  const standstill = { reason: 'unled', since: '2026-11-21T23:30:15.250Z' } as const
  open([projectionOf({ state: 'still', standstill })])
  const said = (await screen.findByText(/Nessun proiettore/)).parentElement?.textContent
  expect(said).toBe('Nessun proiettore la segue. Ultimo passo: 22/11/2026, 00:30:15.')
})

test('A failed rebuild shows the reason, and that the old version stays', async () => {
  const failedRebuild = { at: '2026-11-21T23:30:15.250Z', error: 'LeadSubmitted cannot be folded' }
  open([projectionOf({ failedRebuild })])
  const said = await screen.findByText(/Ricostruzione interrotta/)
  expect(said.parentElement?.textContent).toBe(
    'Ricostruzione interrotta, 22/11/2026, 00:30:15: LeadSubmitted cannot be folded. Resta quella di prima.',
  )
})

test('A press retries a parked stream, or skips it after a warning', async () => {
  const parked = projectionOf({ name: 'leads', state: 'parked', parked: [waiting] })
  const { api, user } = open([parked])
  api.answer({
    [`${parkedPath}/retry`]: () => json(202, { ok: true }),
    [`${parkedPath}/skip`]: () => json(202, { ok: true }),
  })
  await user.click(await screen.findByRole('button', { name: /^Ritenta/ }))
  await waitFor(() => expect(api.sent(`${parkedPath}/retry`)).toHaveLength(1))
  expect(api.sent(`${parkedPath}/retry`)[0]?.body).toEqual({ eventId: waiting.eventId })
  await user.click(screen.getByRole('button', { name: /^Salta/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Salta l’evento' })
  const warning = 'la proiezione Contatti non ne terrà mai conto: nemmeno se viene ricostruita'
  expect(dialog.textContent).toContain(warning)
  await user.click(within(dialog).getByRole('button', { name: 'Annulla' }))
  expect(api.sent(`${parkedPath}/skip`)).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Salta/ }))
  api.answer({ [list]: () => projectionsAnswer([projectionOf({ name: 'leads' })]) })
  const confirm = await screen.findByRole('button', { name: 'Salta per sempre' })
  // It looks like an action that cannot be undone.
  expect(confirm.classList.contains('danger')).toBe(true)
  await user.click(confirm)
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Flussi in attesa' })).toBeNull())
  expect(api.bodies(`${parkedPath}/skip`)).toEqual([{ eventId: waiting.eventId }])
})

test('A skip names the confirmed event, and asks again after a conflict', async () => {
  const other = parkedOf({ eventId: 'a3a3a3a3-0000-4000-8000-000000000010', revision: 4 })
  const statusOf = (its: typeof waiting) => projectionOf({ name: 'leads', state: 'parked', parked: [its] })
  const { api, user } = open([statusOf(waiting)])
  await user.click(await screen.findByRole('button', { name: /^Salta/ }))
  const moved = 'Il flusso attende ormai dietro un altro evento'
  api.answer({
    [`${parkedPath}/skip`]: () => refused(409, moved),
    [list]: () => projectionsAnswer([statusOf(other)]),
  })
  await user.click(await screen.findByRole('button', { name: 'Salta per sempre' }))
  await screen.findByText(`409: ${moved}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('(n. 4)')
})

test('A requested retry is not offered again', async () => {
  open([projectionOf({ name: 'leads', state: 'parked', parked: [parkedOf({ asked: 'skip', tries: 1 })] })])
  await screen.findByText('Salto richiesto')
  screen.getByText('ZodError: … (1 tentativo)')
  expect(screen.queryByRole('button', { name: /^Ritenta/ })).toBeNull()
})

test.each([
  [0.4, '0 s'],
  [59.9, '59 s'],
  [95, '1 min 35 s'],
  [7_260, '2 h 1 min'],
  [90_000, '1 g 1 h'],
])('%d seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text))

test('The analysts’ copy is rebuilt like a projection', async () => {
  const answer = (changed: Parameters<typeof analyticsOf>[0]) => ({
    [list]: () => projectionsAnswer([projectionOf()], { analytics: analyticsOf(changed) }),
  })
  const lastRebuild = { endedAt: '2026-11-21T22:30:15.250Z', seconds: 95 }
  const { api, user } = openConsole('/admin/projections', answer({ lastRebuild }))
  await screen.findByText(', in 1 minuto e 35 secondi')
  const asked = 'POST /api/admin/projections/analytics/rebuild'
  api.answer({ [asked]: () => json(202, { ok: true }), ...answer({ state: 'rebuilding', progress: 0.425 }) })
  await user.click(await screen.findByRole('button', { name: 'Ricostruisci Copia per le analisi' }))
  const progress = await screen.findByRole('progressbar', { name: 'Ricostruzione: Copia per le analisi' })
  expect(api.sent(asked)).toHaveLength(1)
  expect(progress.parentElement?.textContent).toBe('42,5%')
})

test('Lost events are named on every page, and their page says what to do', async () => {
  const [first, last] = ['00000001-a', '00000001-b']
  const lost = { noticedAt: '2026-01-01T10:00:00.000Z', events: 1_038, first, last }
  const { api, user } = openConsole('/admin/audit', {
    ...audit,
    [list]: () => projectionsAnswer([projectionOf({ state: 'still' })], { lost }),
  })
  await user.click(await screen.findByRole('link', { name: 'Il registro ha perso eventi' }))
  const banner = await screen.findByRole('alert')
  expect(banner.textContent).toContain('almeno 1.038 che il registro non ha più, dalla posizione 00000001-a')
  expect(banner.textContent).toContain('npm run new-generation')
  api.answer({ [list]: () => projectionsAnswer([projectionOf()]) })
  await saying('Dati aggiornati')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('An analyst sees the states and no commands', async () => {
  const { api } = open([projectionOf({ parked: [waiting] })])
  localStorage.setItem('admin_token', tokenOf('s', { role: 'analyst' }))
  dispatchEvent(new StorageEvent('storage', { key: 'admin_token' }))
  await screen.findByRole('heading', { name: 'Flussi in attesa' })
  expect(screen.queryByRole('button', { name: /Ricostruisci|Verifica|Ritenta|Salta/ })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Che fare' })).toBeNull()
  expect(api.sent(rebuild)).toEqual([])
})
