import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import type { TrendResult } from '@tba/events/trends/views.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { idOf, openConsole } from '../../testing/administrators.ts'
import { json, type Routes } from '../../testing/api.ts'
import { drawCharts, recordDownloads } from '../../testing/look.ts'
import { linesOf, rowsOf, withBefore } from './trend-lines.ts'

const points = (...values: number[]) =>
  values.map((value, at) => ({
    start: `2026-11-1${at + 6}T23:00:00.000Z`,
    value,
    open: at === values.length - 1,
  }))
const result: TrendResult = {
  position: 'p7',
  from: '2026-11-16T23:00:00.000Z',
  to: '2026-11-19T23:00:00.000Z',
  series: [
    {
      total: 60,
      points: points(30, 20, 10),
      unplaced: 4,
      groups: [
        { value: 'google', total: 40, points: points(20, 15, 5) },
        { value: 'Altri', total: 11, points: points(5, 4, 2) },
        { value: null, total: 2, points: points(1, 1, 0) },
      ],
      others: { values: 37, total: 7, points: points(4, 0, 3) },
    },
  ],
  compared: {
    from: '2026-11-13T23:00:00.000Z',
    to: '2026-11-16T23:00:00.000Z',
    series: [{ total: 90, points: points(10, 15, 65) }],
  },
}
const definition = {
  series: [{ event: 'PlanActivated' }],
  count: 'events',
  interval: 'day',
  from: result.from,
  to: result.to,
  breakdown: 'source',
  compareTo: { from: '2026-11-13T23:00:00.000Z', to: '2026-11-16T23:00:00.000Z' },
}
const note = { id: idOf(5), revision: 0, savedBy: 'admin:x', savedAt: '2026-11-18T10:00:00.000Z' }

function open(routes: Routes = {}) {
  vi.setSystemTime('2026-11-19T12:00:00Z')
  const asked: unknown[] = []
  const page = openConsole(`/admin/trends?definition=${encodeURIComponent(JSON.stringify(definition))}`, {
    'POST /api/admin/trends/run': ({ body }: { body: unknown }) => {
      asked.push(body)
      return json(200, result)
    },
    'GET /api/admin/funnels/fields': () => json(200, { types: [] }),
    'GET /api/admin/trends?limit=200': () => json(200, { trends: [], next: null }),
    'GET /api/admin/annotations?limit=200': () =>
      json(200, {
        annotations: [{ ...note, from: '2026-11-18', text: 'Nuovo sito', kind: 'release' }],
        next: null,
      }),
    ...routes,
  } as Routes)
  return { ...page, asked }
}

test('A breakdown shows ten values and the rest apart, and compares what has ended', async () => {
  open()
  const totals = within(await screen.findByRole('table', { name: 'Totali del periodo' }))
  const rows = totals.getAllByRole('row').map(row => row.textContent)
  expect(rows.slice(1).map(row => row?.replace(/—.*|in corso.*/, ''))).toEqual([
    expect.stringContaining('google40'),
    expect.stringContaining('Altri11'),
    expect.stringContaining('(senza valore)2'),
    expect.stringContaining('Altri (37 valori)7'),
    // The open day is out: 50 against 25.
    expect.stringContaining('Tutti6090+100% 50 contro 25, senza l’intervallo'),
  ])
  expect(
    screen.getByText(/^Di altri 4 non è nota nessuna visita, .*: stanno nel totale, non nei gruppi\.$/),
  ).toBeDefined()
  expect(screen.getByText('Rilascio: Nuovo sito')).toBeDefined()
})

test('The period before has its own curve, and stands beside each point in the table and the file', async () => {
  drawCharts()
  open()
  await screen.findByText('Pallido, a tratti e punti: il periodo prima.')
  const rows = [...(document.querySelector<HTMLTableElement>('.days-table')?.rows ?? [])]
  expect(rows.map(({ cells }) => [...cells].slice(-2).map(({ textContent }) => textContent))).toEqual([
    ['Tutti', 'Tutti, prima'],
    ['10', '65'],
    ['20', '15'],
    ['30', '10'],
  ])
  await waitFor(() => expect(document.querySelector('.curve-before .recharts-line-curve')).not.toBeNull())
  const file = rowsOf(withBefore(linesOf(result, definition as TrendDefinition)))
  expect(file.map(row => row.at(-1))).toEqual(['Tutti, prima', 10, 15, 65, 90, undefined])
})

test('A number opens exactly what it counts', async () => {
  const found = { id: idOf(7), startedAt: '2026-11-17T10:00:00.000Z', visit: null }
  const opened: unknown[] = []
  const { user } = open({
    'POST /api/admin/trends/units': ({ body }: { body: unknown }) => {
      opened.push(body)
      const unit = { ...found, number: null, outcome: null, device: null }
      return json(200, { units: [unit], position: 'p7', next: null })
    },
  } as unknown as Routes)
  await user.click(await screen.findByRole('button', { name: '40' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Eventi del periodo' }))
  expect((await drawer.findByRole('link', { name: 'Evento' })).getAttribute('href')).toBe(
    `/admin/events?event=${idOf(7)}`,
  )
})

test('The others of a breakdown are shown without the values that stand there', async () => {
  const { user, asked } = open()
  await user.click(await screen.findByRole('button', { name: 'Altri (37 valori)' }))
  const filters = [{ field: 'source', op: 'isNot', values: ['google', 'Altri', null] }]
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ filters }))
  await screen.findByRole('button', {
    name: 'Eventi di visite in cui sorgente non è google né Altri né (senza valore)',
  })
})

test('A press on the chart begins an annotation on that day', async () => {
  drawCharts()
  const { user, api } = open({ 'POST /api/admin/annotations': () => json(201, { id: idOf(8), revision: 0 }) })
  await screen.findByRole('table', { name: 'Totali del periodo' })
  await waitFor(() => expect(document.querySelector('.recharts-wrapper')).not.toBeNull())
  // Between axis and right edge stand three days: the middle of the chart is the second.
  const chart = document.querySelector('.recharts-wrapper') as Element
  fireEvent.click(chart, { clientX: 176, clientY: 100 })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Che cosa è successo')))
  await user.keyboard('Lettera{Enter}')
  const added = { from: '2026-11-18', kind: 'note', text: 'Lettera' }
  await waitFor(() => expect(api.bodies('POST /api/admin/annotations')).toEqual([added]))
})

test.each([
  ['a day weeks ago', '2026-10-25', undefined, '2026-10-26 2026-11-09 2026-10-11 2026-10-25'],
  [
    'a range, without its own days',
    '2026-10-20',
    '2026-10-29',
    '2026-10-30 2026-11-13 2026-10-06 2026-10-20',
  ],
  ['three days that have ended', '2026-11-15', undefined, '2026-11-16 2026-11-19 2026-11-12 2026-11-15'],
  ['a day after which none has ended', '2026-11-18', undefined, null],
])('An annotation leads to equal whole days before and after it: %s', async (_what, from, to, days) => {
  const kept = { ...note, from, ...(to && { to }), text: 'Nuovo sito', kind: 'release' }
  open({
    'GET /api/admin/annotations?limit=200': () => json(200, { annotations: [kept], next: null }),
  })
  await screen.findByText('Rilascio: Nuovo sito')
  const link = screen.queryByRole('link', { name: 'Prima e dopo: Nuovo sito' })
  const query = new URL(link?.getAttribute('href') ?? '/', location.href).searchParams
  const asked = ['from', 'to', 'compareFrom', 'compareTo'].map(name => query.get(name)).join(' ')
  if (days === null)
    expect([link, screen.getByText('Prima e dopo dal 20 nov')]).toEqual([null, expect.anything()])
  else expect(asked).toBe(days)
})

test('The chart is saved as a picture with the names of its curves', async () => {
  drawCharts()
  const written: string[] = []
  const paper = { scale() {}, fillRect() {}, drawImage() {}, fillText: (text: string) => written.push(text) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paper as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(done => done(new Blob(['png'])))
  vi.stubGlobal(
    'Image',
    class {
      decode = async () => {}
    },
  )
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  const saved = recordDownloads()
  const { user } = open()
  await screen.findByRole('table', { name: 'Totali del periodo' })
  await waitFor(() => expect(document.querySelector('svg.recharts-surface')).not.toBeNull())
  await user.click(screen.getByRole('button', { name: 'Esporta in PNG' }))
  await waitFor(() => expect(saved).toMatchObject([{ download: 'andamento.png' }]))
  expect(written).toEqual([
    'Pallido, a tratti e punti: il periodo prima.',
    'google',
    'Altri',
    '(senza valore)',
    'Altri (37 valori)',
    'Tutti',
  ])
})
