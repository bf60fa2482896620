import type { CountedReport } from '@tba/events/reports/views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { json, refused, serve } from '../../testing/api.ts'
import { cellsOf, drawCharts, recordDownloads } from '../../testing/look.ts'
import { openApp } from '../../testing/render.tsx'

const at = '2026-11-29T23:00:00.000Z'
const counted = {
  from: '2026-11-22T23:00:00.000Z',
  to: at,
  countedAt: '2026-11-30T08:00:00.000Z',
  failure: null,
}
const report: CountedReport = {
  title: 'Ogni lunedì',
  zone: 'Europe/Rome',
  isShared: true,
  annotations: [{ from: '2026-11-23', kind: 'release', text: 'Nuova pagina' }],
  parts: [
    {
      ...counted,
      kind: 'outcomes',
      text: 'Da dove vengono',
      position: null,
      definition: { period: 'lastWeek', by: 'source' },
      result: {
        persons: 9,
        tied: 4,
        rows: [
          { value: 'google', requests: 12, contactedInADay: 6, registered: 3, activated: 1, medianHours: 30 },
          { value: 'Altri', requests: 5, contactedInADay: 0, registered: 0, activated: 0, medianHours: null },
        ],
      },
    },
    {
      ...counted,
      kind: 'trend',
      text: null,
      position: 'p7',
      definition: {
        series: [{ event: 'LeadSubmitted' }],
        count: 'events',
        interval: 'day',
        period: 'lastWeek',
      },
      result: {
        position: 'p7',
        from: counted.from,
        to: counted.to,
        series: [{ total: 3, points: [{ start: counted.from, value: 3, open: false }] }],
      },
    },
    {
      ...counted,
      kind: 'overview',
      text: null,
      position: null,
      result: null,
      definition: { period: 'lastWeek' },
      failure: 'Il periodo ha troppi giorni.',
    },
  ],
}
const [open, current] = ['POST /api/reports/open', 'GET /api/reports/current']

test('who has the link reads the counts, with their dates, and opens nothing', async () => {
  const api = serve({ [open]: () => json(200, { ok: true }), [current]: () => json(200, report) })
  openApp('/report#abc')
  await screen.findByRole('heading', { name: 'Ogni lunedì' })
  expect(api.sent(open)[0]?.body).toEqual({ token: 'abc' })
  const outcomes = within(screen.getByRole('region', { name: 'Da richiesta a cliente, per sorgente' }))
  expect(outcomes.getByText('Da dove vengono')).toBeDefined()
  expect(outcomes.getByText('23 nov 2026 – 29 nov 2026, ora di Roma. Contato il')).toBeDefined()
  expect(cellsOf(outcomes.getByRole('table'), 'th, td').map(([name, requests]) => [name, requests])).toEqual([
    ['google', '12'],
    ['Altri', '5'],
  ])
  expect(outcomes.queryByRole('link')).toBeNull()
  const trend = within(screen.getByRole('region', { name: 'Andamento: Contatto inviato' }))
  expect(trend.getByText('p7')).toBeDefined()
  expect(trend.getByText('◆ 23 nov · Rilascio: Nuova pagina')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('Il periodo ha troppi giorni.')
})

test('the CSV has what the page shows, each number in a cell of its own', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => `blob:${files.push(file as Blob)}`)
  const saved = recordDownloads()
  serve({ [open]: () => json(200, { ok: true }), [current]: () => json(200, report) })
  const user = openApp('/report#abc')
  await user.click(await screen.findByRole('button', { name: 'Esporta in CSV' }))
  expect(saved).toMatchObject([{ download: 'Ogni lunedì.csv' }])
  const lines = (await files[0]?.text())?.split('\r\n') ?? []
  expect(lines.slice(0, 2)).toEqual(['"Da richiesta a cliente, per sorgente"', '"Da dove vengono"'])
  expect(lines.filter(line => line.startsWith('"google"'))).toEqual([
    '"google";"12";"6";"50%";"3";"25%";"1";"8,3%";"1 g 6 h"',
  ])
  const textOf = (text: string) => text.replaceAll(/[";\s]/g, '')
  const rows = screen.getAllByRole('row').map(row => textOf(row.textContent ?? ''))
  expect(lines.map(textOf)).toEqual(expect.arrayContaining(rows))
  expect(rows.length).toBeGreaterThan(4)
})

test('the period before has its own curve in an andamento, and a column of its numbers', async () => {
  drawCharts()
  const points = (...values: number[]) =>
    values.map((value, at) => ({ start: `2026-11-${23 + at}T23:00:00.000Z`, value, open: false }))
  const dates = { from: counted.from, to: counted.to }
  const part = {
    ...counted,
    kind: 'trend',
    text: null,
    position: 'p7',
    definition: {
      series: [{ event: 'LeadSubmitted' }],
      count: 'events',
      interval: 'day',
      compareTo: 'previous',
    },
    result: {
      position: 'p7',
      ...dates,
      series: [{ total: 3, points: points(1, 2) }],
      compared: { ...dates, series: [{ total: 9, points: points(4, 5) }] },
    },
  }
  serve({ [open]: () => json(200, { ok: true }), [current]: () => json(200, { ...report, parts: [part] }) })
  openApp('/report#abc')
  const table = await screen.findByRole('table', { name: 'I numeri dell’andamento' })
  expect(within(table).getByRole('columnheader', { name: 'Contatto inviato, prima' })).toBeDefined()
  expect(cellsOf(table)).toEqual([
    ['1', '4'],
    ['2', '5'],
  ])
  await waitFor(() => expect(document.querySelector('.curve-before .recharts-line-curve')).not.toBeNull())
})

test('a breakdown of an andamento or of cohorts is shown by its values', async () => {
  const points = (value: number) => ({ total: value, points: [{ start: counted.from, value, open: false }] })
  const cohorts = (size: number) => [{ start: counted.from, size, counts: [size / 2] }]
  const step = { event: 'LeadSubmitted' }
  const parts = [
    {
      ...counted,
      kind: 'trend',
      text: null,
      position: 'p7',
      definition: { series: [step], count: 'visits', interval: 'day', breakdown: 'device' },
      result: {
        position: 'p7',
        from: counted.from,
        to: counted.to,
        series: [{ ...points(9), groups: [{ value: 'mobile', ...points(7) }] }],
      },
    },
    {
      ...counted,
      kind: 'retention',
      text: null,
      position: 'p7',
      definition: { by: 'customer', entry: step, action: step, unit: 'week', breakdown: 'plan' },
      result: {
        position: 'p7',
        from: counted.from,
        to: counted.to,
        cohorts: cohorts(24),
        groups: [{ value: 'elite', cohorts: cohorts(8) }],
      },
    },
  ]
  serve({ [open]: () => json(200, { ok: true }), [current]: () => json(200, { ...report, parts }) })
  openApp('/report#abc')
  const trend = await screen.findByRole('table', { name: 'I numeri dell’andamento' })
  expect(
    within(trend)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Da', 'Telefono', 'Tutti']])
  expect(cellsOf(trend)).toEqual([['7', '9']])
  expect(document.querySelector('.report-total')?.parentElement?.textContent).toBe('Telefono 7 Tutti 9 ')
  expect(cellsOf(screen.getByRole('table', { name: 'Chi torna: Tutti' }))).toEqual([['24', '50%']])
  expect(cellsOf(screen.getByRole('table', { name: 'Chi torna: Elite' }))).toEqual([['8', '50%']])
})

test('a link that is over says so', async () => {
  const sentence = 'Il link non è valido, è scaduto o è stato revocato.'
  const api = serve({ [open]: () => refused(404, sentence) })
  openApp('/report#abc')
  await screen.findByText(sentence)
  expect(api.sent(current)).toEqual([])
})

test('without a token nothing is asked', async () => {
  serve({})
  openApp('/report')
  await screen.findByText('Apri il report dal suo link: questo non vale più.')
})
