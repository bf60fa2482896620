import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
import { findOverview } from './find-overview.ts'

const did = (visit: string, eventType: string) =>
  recordedFixture('InteractionTracked', { stream: streams.visit(visit) }, { eventType })

test('who views one page and does nothing else bounces; scrolling and staying are nothing', async () => {
  using copy = await copyOf([
    ...['page_view', 'scroll', 'time_on_page'].map(type => did('reads and leaves', type)),
    ...['page_view', 'button_click'].map(type => did('clicks', type)),
    ...['page_view', 'page_view'].map(type => did('goes on', type)),
    did('clicks without a view', 'button_click'),
  ])
  const period = { fromMs: Date.parse('2026-01-01'), toMs: Date.parse('2026-01-02') }
  const { totals } = await copy.ask(reading =>
    findOverview(reading, { ...period, compared: null, filters: [], bots: false }),
  )
  expect(totals).toMatchObject({ visits: 4, viewing: 3, bounced: 1, bounceRate: 33.3 })
})
