import { streams } from '@tba/events/streams.ts'
import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf, type TestCopy } from '../analytics/testing/copy-of.ts'
import { runTrend } from './run-trend.ts'

const [human, robot] = ['Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', 'Googlebot/2.1']
const started = (visit: string, recordedAt: string, userAgent = human) =>
  recordedFixture('VisitStarted', { stream: streams.visit(visit), recordedAt }, { userAgent })
const refused = (visit: string, recordedAt: string) =>
  recordedFixture('ActionRefused', { stream: streams.visit(visit), recordedAt })
/** Without consent it names no visit. */
const lead = (id: string, recordedAt: string, visitId?: string) =>
  recordedFixture('LeadSubmitted', { stream: streams.lead(id), recordedAt, ...(visitId && { visitId }) })

const run = (copy: TestCopy, nowMs: string, definition: Partial<TrendDefinition>) =>
  copy.ask(reading =>
    runTrend(reading, {
      nowMs: Date.parse(nowMs),
      definition: { series: [{ event: 'VisitStarted' }], count: 'events', interval: 'day', ...definition },
    }),
  )
const valuesOf = ({ series }: Awaited<ReturnType<typeof run>>, at = 0) =>
  series[at]?.points.map(({ value }) => value)

test('an hour that comes twice in Rome has two points, and the days with it 25 hours', async () => {
  using copy = await copyOf([
    ...['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T22:59:59.999Z'].map((at, visit) =>
      started(String(visit), at),
    ),
  ])
  const bounds = { from: '2026-10-24T22:30:00.000Z', to: '2026-10-26T23:00:00.000Z' }
  const later = '2026-12-01T00:00:00.000Z'
  const hours = await run(copy, later, { ...bounds, interval: 'hour' })
  expect(hours.series[0]?.points.slice(0, 5).map(({ start, value }) => [start, value])).toEqual([
    ['2026-10-24T22:30:00.000Z', 0],
    ['2026-10-24T23:00:00.000Z', 0],
    ['2026-10-25T00:00:00.000Z', 1],
    ['2026-10-25T01:00:00.000Z', 1],
    ['2026-10-25T02:00:00.000Z', 0],
  ])
  const days = await run(copy, later, bounds)
  expect(days.series[0]?.points).toEqual([
    { start: '2026-10-24T22:30:00.000Z', value: 3, open: false },
    { start: '2026-10-25T23:00:00.000Z', value: 0, open: false },
  ])
  const months = await run(copy, later, { ...bounds, interval: 'month', from: '2026-01-31T12:00:00.000Z' })
  expect(months.series[0]?.points.map(({ start }) => start).slice(0, 5)).toEqual([
    ...['2026-01-31T12:00:00.000Z', '2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
    ...['2026-03-31T22:00:00.000Z', '2026-04-30T22:00:00.000Z'],
  ])
})

test('the interval of the present is open, and later ones are left out', async () => {
  using copy = await copyOf([
    started('a', '2026-11-26T09:00:00.000Z'),
    started('b', '2026-11-25T09:00:00.000Z'),
  ])
  const { series, compared } = await run(copy, '2026-11-26T10:00:00.000Z', {
    period: 'month',
    interval: 'week',
    compareTo: 'previous',
  })
  expect(series[0]?.points).toEqual([
    ...['2026-10-31T23:00:00.000Z', '2026-11-01T23:00:00.000Z', '2026-11-08T23:00:00.000Z'].map(start => ({
      start,
      value: 0,
      open: false,
    })),
    { start: '2026-11-15T23:00:00.000Z', value: 0, open: false },
    { start: '2026-11-22T23:00:00.000Z', value: 2, open: true },
  ])
  expect(compared).toMatchObject({ from: '2026-09-30T22:00:00.000Z', series: [{ total: 0 }] })
})

test('a visit of several days counts once in the total, and once where the count is cumulative', async () => {
  using copy = await copyOf([
    started('a', '2026-11-01T10:00:00.000Z'),
    ...['2026-11-01T10:01:00.000Z', '2026-11-01T10:02:00.000Z', '2026-11-03T10:00:00.000Z'].map(at =>
      refused('a', at),
    ),
    refused('b', '2026-11-03T11:00:00.000Z'),
  ])
  const bounds = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-03T23:00:00.000Z' }
  const ask = (more: Partial<TrendDefinition>) =>
    run(copy, '2026-12-01T00:00:00.000Z', { ...bounds, series: [{ event: 'ActionRefused' }], ...more })
  const counted = async (more: Partial<TrendDefinition>) => {
    const result = await ask(more)
    return [result.series[0]?.total, valuesOf(result)]
  }
  expect(await counted({})).toEqual([4, [2, 0, 2]])
  expect(await counted({ cumulative: true })).toEqual([4, [2, 2, 4]])
  expect(await counted({ count: 'visits' })).toEqual([2, [1, 0, 2]])
  expect(await counted({ count: 'visits', cumulative: true })).toEqual([2, [1, 1, 2]])
})

test('events of robots’ visits are left out, those without a visit are not', async () => {
  using copy = await copyOf([
    started('a', '2026-11-01T10:00:00.000Z', robot),
    lead('1', '2026-11-01T10:00:00.000Z', 'a'),
    started('b', '2026-11-01T11:00:00.000Z'),
    lead('2', '2026-11-01T11:00:00.000Z', 'b'),
    lead('3', '2026-11-01T12:00:00.000Z'),
  ])
  const ask = async (more: Partial<TrendDefinition>) => {
    const bounds = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-01T23:00:00.000Z' }
    const series = [{ event: 'LeadSubmitted' }, { event: 'VisitStarted' }]
    const result = await run(copy, '2026-12-01T00:00:00.000Z', { ...bounds, series, ...more })
    return result.series.map(({ total, unplaced }) => [total, unplaced])
  }
  expect(await ask({})).toEqual([
    [2, undefined],
    [1, undefined],
  ])
  expect(await ask({ bots: true })).toEqual([
    [3, undefined],
    [2, undefined],
  ])
  expect(await ask({ count: 'visits' })).toEqual([
    [1, 1],
    [1, 0],
  ])
})

test('a ratio says nothing over fewer than twenty', async () => {
  const day = (at: number) => `2026-11-0${at}T10:00:00.000Z`
  using copy = await copyOf([
    ...Array.from({ length: 20 }, (_, at) => started(`a${at}`, day(1))),
    ...Array.from({ length: 19 }, (_, at) => started(`b${at}`, day(2))),
    ...[day(1), day(1), day(1), day(2)].map((at, visit) => refused(`a${visit}`, at)),
  ])
  const result = await run(copy, '2026-12-01T00:00:00.000Z', {
    from: '2026-10-31T23:00:00.000Z',
    to: '2026-11-03T23:00:00.000Z',
    ratio: true,
    count: 'visits',
    series: [{ event: 'ActionRefused' }, { event: 'VisitStarted' }],
  })
  expect([result.series.length, result.series[0]?.total, valuesOf(result)]).toEqual([
    1,
    10.3,
    [15, null, null],
  ])
})

test('more than 3,660 points are refused, also those after the present', async () => {
  using copy = await copyOf()
  const ask = (to: string) =>
    run(copy, '2026-01-01T12:00:00.000Z', { from: '2026-01-01T00:00:00.000Z', to, interval: 'hour' })
  expect((await ask('2026-06-02T12:00:00.000Z')).series[0]?.points).toHaveLength(13)
  await expect(ask('2026-06-02T12:00:00.001Z')).rejects.toThrow('3.660 punti')
})

test('ten values stand alone, ties by their name, and the rest together, also beside one named altri', async () => {
  const campaigns = ['altri', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k', 'l']
  using copy = await copyOf(
    campaigns.flatMap((campaign, at) =>
      [`one${at}`, `two${at}`]
        .slice(0, campaign === 'l' ? 2 : 1)
        .map(visit =>
          recordedFixture(
            'InteractionTracked',
            { stream: streams.visit(visit), recordedAt: '2026-11-01T10:00:00.000Z' },
            { page: `https://example.com/?utm_campaign=${campaign}` },
          ),
        ),
    ),
  )
  const { series } = await run(copy, '2026-12-01T00:00:00.000Z', {
    from: '2026-10-31T23:00:00.000Z',
    to: '2026-11-01T23:00:00.000Z',
    breakdown: 'campaign',
    series: [{ event: 'InteractionTracked' }],
  })
  expect(series[0]?.groups?.map(({ value, total }) => [value, total])).toEqual([
    ['l', 2],
    ...['a', 'altri', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(value => [value, 1]),
  ])
  expect(series[0]?.others).toMatchObject({ values: 2, total: 2, points: [{ value: 2 }] })
})
