import type { StreamTimeline, TimelineEntry } from '@tba/events/streams/views.ts'
import { screen, within } from '@testing-library/react'
import { serveConsole, signIn } from '../../testing/administrators.ts'
import { json, refused } from '../../testing/api.ts'
import { eventAt } from '../../testing/history.ts'
import { openApp } from '../../testing/render.tsx'

const stream = 'setup-7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02'
const page = `/admin/streams/${stream}`
const call = `GET /api/admin/streams/${stream}`

const entry = (revision: number, type: string, changed: Partial<TimelineEntry> = {}): TimelineEntry => ({
  event: eventAt(revision, { stream, type, actor: 'customer:7f1f6a52', data: {} }),
  state: { count: revision },
  sealed: [],
  changes: [],
  ...changed,
})
const timelineOf = (entries: TimelineEntry[], more: Partial<StreamTimeline> = {}): StreamTimeline => ({
  stream,
  entries,
  revision: entries.length - 1,
  erasedAt: null,
  next: null,
  ...more,
})
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => entry(from + at, 'SetupStepCompleted'))

let api: ReturnType<typeof serveConsole>
beforeEach(() => {
  api = serveConsole()
  signIn()
})
const answer = (timeline: StreamTimeline, query = '') =>
  api.answer({ [`${call}${query}`]: () => json(200, timeline) })
const open = (timeline: StreamTimeline, at = page) => {
  answer(timeline)
  openApp(at)
}

const buttons = () => screen.getAllByRole('button', { name: /^\d+ / }).map(button => button.textContent)
const panel = () => within(screen.getByRole('region', { name: /^Stato dopo/ }))

test('The newest event is on top, with author and time in Rome', async () => {
  open(timelineOf([entry(0, 'PlanActivated'), entry(1, 'PlanChanged')]))
  await screen.findByRole('heading', { name: 'Configurazione' })
  await screen.findByText('2 eventi')
  expect(buttons()).toEqual(['1 Piano cambiato', '0 Piano attivato'])
  expect(screen.getAllByText('22/11/2026, 00:30:15').length).toBeGreaterThan(0)
  expect(screen.getAllByText('Cliente')).toHaveLength(2)
})

test('Before and after differ without colours, and sealed differs from absent', async () => {
  const changes = [
    { path: 'plan', before: 'starter', after: 'elite' },
    { path: 'brokerLink', before: null, after: null, sealed: true as const },
    { path: 'note', before: 'vecchia', after: null, removed: true as const },
    { path: 'completedAt', before: '2026-07-14T15:20:00.000Z', after: null },
  ]
  open(timelineOf([entry(0, 'PlanChanged', { changes })]))
  await screen.findByText('Un evento')
  const lines = [...document.querySelectorAll('.changes > div')].map(line =>
    [...line.children].map(part => part.textContent),
  )
  expect(lines).toEqual([
    ['Piano', 'Prima: Starter', 'Dopo: Elite'],
    ['Pagina del broker', 'sigillato cambiato'],
    ['note', 'Prima: vecchia'],
    ['Conclusa', 'Prima: 14/07/2026, 17:20:00', 'Dopo: nessuno'],
  ])
  expect(document.querySelectorAll('.changes del')).toHaveLength(3)
})

test('After an erasure sealed values read as erased, and cannot be opened', async () => {
  const change = { path: 'brokerLink', before: null, after: null, sealed: true as const }
  const noted = entry(0, 'SetupNoted', { changes: [change], state: { note: null }, sealed: ['note'] })
  noted.event = { ...noted.event, data: { brokerLink: null }, sealed: ['brokerLink'] }
  open(timelineOf([noted], { erasedAt: '2026-11-22T09:00:00.000Z' }))
  await screen.findByText(/^Dati personali cancellati/)
  expect(screen.getAllByText('cancellato')).toHaveLength(3)
  expect(screen.queryByText('sigillato')).toBeNull()
  expect(screen.queryByRole('button', { name: /Apri i dati/ })).toBeNull()
})

test('A removed value is shown as before: sealed, or empty', async () => {
  const changes = [
    { path: 'profile', before: { firstName: null, bio: null }, after: null, removed: true as const },
    { path: 'imageUrl', before: null, after: null, removed: true as const },
  ]
  const sealed = ['profile.firstName']
  open(timelineOf([entry(0, 'AccountRegistered', { sealed }), entry(1, 'AccountErased', { changes })]))
  await screen.findByText('2 eventi')
  expect([...document.querySelectorAll('.changes > div')].map(line => line.textContent)).toEqual([
    'ProfiloPrima: NomesigillatoBiografianessuno',
    'ImmaginePrima: nessuno',
  ])
})

test('An address with a revision opens its state', async () => {
  open(timelineOf(many(0, 5)), `${page}?asOf=2`)
  await screen.findByRole('heading', { name: 'Stato dopo la revisione 2' })
  expect(panel().getByText('2')).toBeTruthy()
  expect(screen.getByRole('button', { name: '2 Passo completato' }).getAttribute('aria-current')).toBe('step')
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('2 di 4')
})

test.each(['?asOf=900', '?asOf=uno', ''])('%s shows the newest', async query => {
  open(timelineOf(many(0, 5)), page + query)
  await screen.findByRole('heading', { name: 'Stato dopo la revisione 4' })
  expect(screen.queryByRole('button', { name: 'Torna all’ultima' })).toBeNull()
})

test('Of a long stream, the part around a revision is read', async () => {
  answer(timelineOf(many(0, 8), { revision: 4_999, next: 7 }))
  answer(timelineOf(many(4_500, 9), { revision: 4_999, next: 4_508 }), '?after=4499&asOf=4999')
  answer(timelineOf(many(4_990, 10), { revision: 4_999 }), '?after=4508&asOf=4999')
  const user = openApp(page)
  await screen.findByText('Revisioni da 4990 a 4999 di 4999')
  answer(timelineOf(many(4_970, 20), { revision: 4_999, next: 4_989 }), '?after=4499&asOf=4999')
  await user.click(screen.getByRole('button', { name: 'Più vecchi' }))
  await screen.findByText('Revisioni da 4970 a 4989 di 4999')
  await screen.findByRole('heading', { name: 'Stato dopo la revisione 4989' })
  answer(timelineOf(many(0, 20), { revision: 4_999 }), '?asOf=499')
  screen.getByRole('slider').focus()
  await user.keyboard('{Home}')
  await screen.findByText('Revisioni da 0 a 19 di 4999')
  await screen.findByRole('heading', { name: 'Stato dopo la revisione 0' })
})

test('A visit without its expired part starts at its first event', async () => {
  open(timelineOf(many(3, 4), { revision: 6 }), `${page}?asOf=0`)
  await screen.findByRole('heading', { name: 'Stato dopo la revisione 3' })
  expect(screen.queryByRole('button', { name: 'Più vecchi' })).toBeNull()
  expect(api.sent(call)).toHaveLength(1)
})

test('An unreadable event is marked in the timeline', async () => {
  const unreadable = entry(1, 'BotPaused')
  unreadable.event = { ...unreadable.event, sealed: ['*'] }
  open(timelineOf([entry(0, 'PlanActivated'), unreadable]))
  await screen.findByText(/non sa leggere l’evento: lo stato resta com’era/)
  expect(buttons()[0]).toBe('1 BotPaused')
})

test('A stream without events is not a failure', async () => {
  api.answer({ [call]: () => refused(404, 'Flusso non trovato') })
  openApp(page)
  await screen.findByText(/In questo flusso non è registrato nulla/)
  expect(document.querySelector('.toast')).toBeNull()
})
