import { screen, within } from '@testing-library/react'
import { openConsole } from '../../../testing/administrators.ts'
import { json, type Routes } from '../../../testing/api.ts'
import { definitionOf, queryOf, resultOf } from '../../../testing/funnels.ts'
import { overviewOf } from '../../../testing/overview.ts'
import { visitRowOf } from '../../../testing/visits.ts'

const expiry = 'GET /api/admin/events?type=VisitsExpired&limit=1'
const expired = 'Le visite finite prima del 1 dic 2026 sono scadute: qui mancano.'
const unended = 'Il periodo non è finito: i numeri crescono ancora.'
const few = 'Dove sono meno di 20 un numero dice poco.'
const bare = 'Ciò che si fa senza consenso non è di nessuna visita.'
const lacking = (amount: number, how = 'qui mancano') =>
  `Di altri ${amount} non è nota nessuna visita, per lo più perché manca il consenso: ${how}.`
const joined = { address: 4, administrator: 1 }
const parts =
  'Di chi è entrato hanno più parti: 4 persone per lo stesso indirizzo, 1 persona per l’unione di un amministratore.'

const period = { from: '2026-11-18T23:00:00.000Z', to: '2026-12-02T23:00:00.000Z' }
const step = { event: 'LeadSubmitted', where: [], name: null, count: 9, share: 100, way: '', isCut: false }
const tree = { ...step, next: [], position: 'p7', direction: 'next', depth: 3, unplaced: 2, joined }
const cohorts = [{ start: period.from, size: 5, counts: [1] }]
const points = [{ start: period.from, value: 7, open: true }]
const trend = { position: 'p7', ...period, series: [{ total: 7, points, unplaced: 4 }] }
const trendDefinition = JSON.stringify({
  series: [{ event: 'PlanActivated' }],
  count: 'visits',
  interval: 'day',
  period: '30d',
  bots: true,
})
const funnel = resultOf({ open: 3, unplaced: 2, joined, ...period })

const screens: [name: string, address: string, routes: Routes, told: string[]][] = [
  [
    'Panoramica',
    'overview?bots=true',
    { 'GET /api/admin/overview': () => json(200, overviewOf()) },
    [
      'Con i robot.',
      lacking(3, 'stanno nelle cifre di tutto il sito, non tra le visite'),
      expired,
      unended,
      few,
    ],
  ],
  [
    'Funnel',
    `funnels?${queryOf({ by: 'person' })}`,
    {
      'GET /api/admin/funnels': () => json(200, { funnels: [], next: null }),
      'POST /api/admin/funnels/run': () => json(200, { ...funnel, steps: funnel.steps.slice(0, 2) }),
    },
    [
      ...['Senza i robot.', lacking(2), expired, unended],
      ...['Ancora in corso: 3 persone, la cui finestra non era finita a quel punto.', parts],
    ],
  ],
  [
    'Visite',
    'visits?bots=only',
    { 'GET /api/admin/visits': () => json(200, { visits: [visitRowOf()], total: 1, next: null }) },
    ['Solo robot.', bare, expired, unended, few],
  ],
  [
    'Percorsi',
    'paths?by=person',
    { 'GET /api/admin/paths': () => json(200, tree) },
    [
      ...['Senza i robot.', lacking(2), expired, unended],
      ...['Chi è partito negli ultimi sette giorni può ancora andare avanti.', few, parts],
    ],
  ],
  [
    'Fidelizzazione',
    'retention?by=person',
    {
      'POST /api/admin/retention/run': () =>
        json(200, { position: 'p7', ...period, cohorts, unplaced: 2, joined }),
    },
    [
      ...['Senza i robot.', lacking(2), expired, unended],
      ...['Tratteggiato: l’intervallo in corso.', few, parts],
    ],
  ],
  [
    'Andamenti',
    `trends?definition=${encodeURIComponent(trendDefinition)}`,
    {
      'GET /api/admin/trends': () => json(200, { trends: [], next: null }),
      'POST /api/admin/trends/run': () => json(200, trend),
    },
    [
      ...['Con i robot.', lacking(4), expired, unended],
      ...['Tratteggiato: l’intervallo in corso, fuori dai confronti.', few],
    ],
  ],
]

test.each(screens)(
  '%s tells below its filters why its numbers can mislead',
  async (title, address, own, told) => {
    vi.setSystemTime('2026-12-02T12:00:00Z')
    openConsole(`/admin/${address}`, {
      'GET /api/admin/funnels/fields': () => json(200, { types: [] }),
      [expiry]: () => json(200, { events: [{ data: { before: '2026-11-30T23:00:00.000Z' } }] }),
      ...own,
    })
    await screen.findByRole('heading', { level: 1, name: title })
    const cautions = await screen.findByRole('list', { name: 'Che cosa può ingannare' })
    expect(cautions.previousElementSibling?.matches('search')).toBe(true)
    for (const words of told) await within(cautions).findByText(words)
    const all = within(cautions).getAllByRole('listitem')
    expect(all.map(item => item.textContent)).toEqual(told)
  },
)

test('What does not apply is not told', async () => {
  vi.setSystemTime('2026-12-02T12:00:00Z')
  const past = { from: definitionOf().from, to: definitionOf().to }
  openConsole(`/admin/visits?${new URLSearchParams(past as Record<string, string>)}`, {
    [expiry]: () => json(200, { events: [{ data: { before: '2026-08-01T10:30:00.000Z' } }] }),
    'GET /api/admin/visits': () => json(200, { visits: [visitRowOf()], next: 'poi' }),
  })
  await screen.findByRole('link', { name: '22/11/2026, 00:30:15' })
  const cautions = within(screen.getByRole('list', { name: 'Che cosa può ingannare' }))
  expect(cautions.getAllByRole('listitem').map(item => item.textContent)).toEqual(['Senza i robot.', bare])
})

test('Expired visits of the compared period are told too', async () => {
  vi.setSystemTime('2026-12-02T12:00:00Z')
  openConsole('/admin/overview', {
    [expiry]: () => json(200, { events: [{ data: { before: '2026-11-19T23:00:00.000Z' } }] }),
    'GET /api/admin/overview': () => json(200, overviewOf()),
  })
  await screen.findByText('Le visite finite prima del 20 nov 2026 sono scadute: qui mancano.')
})
