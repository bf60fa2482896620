import type { CountedReport } from '@tba/events/reports/views.ts'
import { screen, within } from '@testing-library/react'
import { json, refused, serve } from '../../testing/api.ts'
import { cellsOf } from '../../testing/look.ts'
import { openApp } from '../../testing/render.tsx'

const at = '2026-11-29T23:00:00.000Z'
const counted = {
  from: '2026-11-22T23:00:00.000Z',
  to: at,
  countedAt: '2026-11-30T08:00:00.000Z',
  failure: null,
}
const report: CountedReport = {
  ...{ title: 'Ogni lunedì', zone: 'Europe/Rome', isShared: true },
  parts: [
    {
      ...{ ...counted, kind: 'outcomes', text: 'Da dove vengono', position: null },
      definition: { period: 'lastWeek', by: 'source' },
      result: {
        ...{ persons: 9, tied: 4 },
        rows: [
          { value: 'google', requests: 12, contactedInADay: 6, registered: 3, activated: 1, medianHours: 30 },
          { value: 'Altri', requests: 5, contactedInADay: 0, registered: 0, activated: 0, medianHours: null },
        ],
      },
    },
    {
      ...{ ...counted, kind: 'trend', text: null, position: 'p7' },
      definition: {
        series: [{ event: 'LeadSubmitted' }],
        count: 'events',
        interval: 'day',
        period: 'lastWeek',
      },
      result: {
        ...{ position: 'p7', from: counted.from, to: counted.to },
        series: [{ total: 3, points: [{ start: counted.from, value: 3, open: false }] }],
      },
    },
    {
      ...{ ...counted, kind: 'overview', text: null, position: null, result: null },
      ...{ definition: { period: 'lastWeek' }, failure: 'Il periodo ha troppi giorni.' },
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
  expect(screen.getByRole('alert').textContent).toContain('Il periodo ha troppi giorni.')
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
