import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
import { findOverview } from './find-overview.ts'

const sees = (visit: string, recordedAt: string, page = '/', eventType = 'page_view') =>
  recordedFixture('InteractionTracked', { stream: streams.visit(visit), recordedAt }, { eventType, page })
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
  const at = (second: number) => `2026-01-01T10:00:${second}.000Z`
  using copy = await copyOf([
    ...[
      sees('one', at(10), '/'),
      sees('one', at(15), '/prezzi'),
      sees('one', at(25), '/'),
      sees('one', at(28), '/', 'scroll'),
    ],
    ...[sees('two', at(10), '/'), sees('two', at(30), '/faq')],
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
  const { devices: frequent } = await copy.ask(reading =>
    findOverview(reading, { ...asked, goal: 'request' }),
  )
  expect(frequent.map(({ value }) => value)).toEqual(['mobile', 'desktop', null])
  expect([totals.requests, unplaced]).toEqual([14, { requests: 1, registrations: 0, plans: 0 }])
})

test('a visit counts as a whole in the period of its first event, at the day and hour of Rome', async () => {
  using copy = await copyOf([
    ...[sees('before', '2026-03-01T22:59:59.999Z'), sees('before', '2026-03-01T23:01:00.000Z', '/faq')],
    ...[sees('monday', '2026-03-01T23:00:00.000Z'), sees('monday', '2026-03-01T23:20:00.000Z')],
    ...[sees('a week later', '2026-03-08T23:59:00.000Z'), sees('evening', '2026-03-03T22:59:00.000Z')],
    sees('evening', '2026-03-03T23:39:00.000Z'),
    sees('after', '2026-03-09T23:00:00.000Z'),
  ])
  const days = { fromMs: Date.parse('2026-03-01T23:00Z'), toMs: Date.parse('2026-03-09T23:00Z') }
  const compared = { fromMs: days.fromMs - 86_400_000, toMs: days.fromMs }
  const found = await copy.ask(reading => findOverview(reading, { ...days, compared, bots: true }))
  expect(found.totals).toMatchObject({ visits: 3, pageViews: 5, bounceRate: 33.3, medianSeconds: 1_800 })
  expect(found.compared).toMatchObject({ visits: 1, pageViews: 2, medianSeconds: 60.001 })
  expect(found.perDay.map(({ day, visits, pageViews }) => [day.slice(-2), visits, pageViews])).toEqual([
    ...[
      ['02', 1, 2],
      ['03', 1, 2],
      ['04', 0, 0],
      ['05', 0, 0],
    ],
    ...[
      ['06', 0, 0],
      ['07', 0, 0],
      ['08', 0, 0],
      ['09', 1, 1],
    ],
  ])
  expect(found.pages).toMatchObject([{ value: '/', visits: 3, share: 100 }])
  const busy = found.hours.flatMap((day, at) =>
    day.flatMap((visits, hour) => (visits ? [[at, hour, visits]] : [])),
  )
  expect([busy, found.hours.map(day => day.length)]).toEqual([
    [
      [0, 0, 2],
      [1, 23, 1],
    ],
    Array(7).fill(24),
  ])
  const { compared: none } = await copy.ask(reading =>
    findOverview(reading, { ...days, compared: null, bots: true }),
  )
  expect(none).toBeUndefined()
})

describe('of visits with a request, a registration, a plan, of a robot and of nothing', async () => {
  const started = (visit: string, userAgent: string | null) =>
    recordedFixture('VisitStarted', { stream: streams.visit(visit) }, { userAgent, referrer: null })
  const of = (visitId: string) => ({ stream: streams.account(visitId), visitId })
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const copy = await copyOf([
    started('asks', firefox),
    recordedFixture('LeadSubmitted', of('asks')),
    recordedFixture('QuestionnaireSubmitted', of('answers')),
    recordedFixture('AccountRegistered', of('registers')),
    recordedFixture('PlanActivated', of('buys')),
    ...[started('robot', 'Googlebot/2.1'), recordedFixture('AccountRegistered', of('robot'))],
    started('looks', firefox),
  ])
  afterAll(() => copy[Symbol.dispose]())
  const found = (more: object) => copy.ask(reading => findOverview(reading, { ...asked, ...more }))

  test.each([
    [{}, [5, 1]],
    [{ bots: true }, [6, 2]],
    [{ registered: true }, [1, 1]],
    [{ registered: false }, [4, 0]],
    [{ filters: [{ field: 'browser', op: 'is', values: ['Firefox'] }] }, [2, 0]],
  ])('%j selects visits, and not what was recorded', async (more, [visits, converted]) => {
    const { totals } = await found(more)
    expect(totals).toMatchObject({ visits, converted })
    expect(totals).toMatchObject({ leads: 1, questionnaires: 1, requests: 2, registrations: 2, plans: 1 })
  })

  test.each([
    [{ goal: 'request' }, 2],
    [{ goal: 'registration' }, 1],
    [{ goal: 'plan' }, 1],
    [{}, 1],
  ])('%j is what the lines lead to', async (more, converted) => {
    const { sources, totals } = await found(more)
    expect(sources).toEqual([{ value: null, visits: 5, share: 100, converted, conversion: converted * 20 }])
    expect(totals.conversion).toBe(20)
  })
})

test('a list holds the ten most frequent values; what a visit lacks is listed where each visit has its place', async () => {
  const pages = Array.from({ length: 12 }, (_, at) => `/${String.fromCharCode(108 - at)}`)
  using copy = await copyOf([
    ...pages.map(page => sees(page, '2026-01-01T10:00:00.000Z', page)),
    ...['/c', '/z'].map(page => sees('/a', '2026-01-01T10:00:00.000Z', page)),
    sees('/d', '2026-01-01T10:00:00.000Z', '/c?utm_source=Lettera&utm_campaign=Autunno'),
    did('nowhere', 'button_click'),
  ])
  const found = await copy.ask(reading => findOverview(reading, asked))
  const listed = (list: { value: string | null; visits: number }[]) =>
    list.map(({ value, visits }) => `${value} ${visits}`)
  const once = (...names: string[]) => names.map(name => `/${name} 1`)
  expect(listed(found.pages)).toEqual(['/c 3', ...once(...'abdefghij')])
  expect(listed(found.entryPages)).toEqual(once(...'abcdefghij'))
  expect(listed(found.exitPages)).toEqual(['/c 2', ...once(...'befghijkl')])
  expect(listed(found.campaigns)).toEqual(['autunno 1'])
  expect(listed(found.sources)).toEqual(['example.org 12', 'lettera 1'])
  for (const list of [found.devices, found.browsers, found.systems]) expect(listed(list)).toEqual(['null 13'])
})
