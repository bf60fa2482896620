import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
import { findOverview } from './find-overview.ts'

const did = (visit: string, eventType: string) =>
  recordedFixture('InteractionTracked', { stream: streams.visit(visit) }, { eventType })

const period = { fromMs: Date.parse('2026-01-01'), toMs: Date.parse('2026-01-02') }
const asked = { ...period, compared: null, bots: false }

test('who views one page and does nothing else bounces; scrolling and staying are nothing', async () => {
  using copy = await copyOf([
    ...['page_view', 'scroll', 'time_on_page', 'error'].map(type => did('reads and leaves', type)),
    ...['page_view', 'button_click'].map(type => did('clicks', type)),
    ...['page_view', 'page_view'].map(type => did('goes on', type)),
    did('clicks without a view', 'button_click'),
  ])
  const { totals } = await copy.ask(reading => findOverview(reading, asked))
  expect(totals).toMatchObject({ visits: 4, viewing: 3, bounced: 1, bounceRate: 33.3 })
})

test('a page shows how long visits stay on it, unless nothing follows', async () => {
  const sees = (visit: string, page: string, second: number, eventType = 'page_view') =>
    recordedFixture(
      'InteractionTracked',
      { stream: streams.visit(visit), recordedAt: `2026-01-01T10:00:${second}.000Z` },
      { eventType, page },
    )
  using copy = await copyOf([
    ...[
      sees('one', '/', 10),
      sees('one', '/prezzi', 15),
      sees('one', '/', 25),
      sees('one', '/', 28, 'scroll'),
    ],
    ...[sees('two', '/', 10), sees('two', '/faq', 30)],
  ])
  const { pages } = await copy.ask(reading => findOverview(reading, asked))
  expect(pages.map(({ value, visits, medianSeconds }) => [value, visits, medianSeconds])).toEqual([
    ['/', 2, 14],
    ['/faq', 1, null],
    ['/prezzi', 1, 10],
  ])
})

test('lines of 20 visits come first by conversion to the goal, and goals without a visit are told', async () => {
  const visits = (device: string, count: number, converted: number) =>
    Array.from({ length: count }, (_, at) => {
      const visitId = `${device} ${at}`
      const userAgent =
        device === 'mobile' ? 'iPhone Safari Mobile' : 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'
      const started = recordedFixture('VisitStarted', { stream: streams.visit(visitId) }, { userAgent })
      const lead = recordedFixture('LeadSubmitted', { stream: streams.lead(visitId), visitId })
      return at < converted ? [started, lead] : [started]
    }).flat()
  using copy = await copyOf([
    ...[...visits('mobile', 21, 2), ...visits('desktop', 20, 10)],
    ...[recordedFixture('VisitStarted', { stream: streams.visit('few') }, { userAgent: null })],
    recordedFixture('LeadSubmitted', { stream: streams.lead('few'), visitId: 'few' }),
    recordedFixture('LeadSubmitted', { stream: streams.lead('alone') }),
  ])
  const ordered = { ...asked, goal: 'request', order: 'conversion' } as const
  const { devices, unplaced, totals } = await copy.ask(reading => findOverview(reading, ordered))
  expect(devices).toEqual([
    { value: 'desktop', visits: 20, share: 47.6, converted: 10, conversion: 50 },
    { value: 'mobile', visits: 21, share: 50, converted: 2, conversion: 9.5 },
    { value: null, visits: 1, share: 2.4, converted: 1, conversion: 100 },
  ])
  expect([totals.requests, unplaced]).toEqual([14, { requests: 1, registrations: 0, plans: 0 }])
})
