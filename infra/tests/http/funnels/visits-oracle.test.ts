import type { Position, StoredEvent } from '@tba/event-store/port.ts'
import { noSource, type OverviewView } from '@tba/events/overview/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { tablesAfter } from '@tba/projector/testing/tables-after.ts'
import { tracking } from '@tba/projector/tracking/tracking.projection.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { parseUserAgent } from '@tba/runtime/visits/user-agent.ts'
import fc from 'fast-check'
import { copyOf, type TestCopy } from '../../../../services/query-api/src/analytics/testing/copy-of.ts'
import { runFunnel } from '../../../../services/query-api/src/funnels/run-funnel.ts'
import { findOverview } from '../../../../services/query-api/src/overview/find-overview.ts'
import { findVisits } from '../../../../services/query-api/src/visits/find-visits.ts'
import { firefox, googlebot, iphone } from '../../support/user-agents.ts'
import { shown } from './random-log.ts'
import { runsOf, timeout } from './runs.ts'
import { checkPaths, checkRetention } from './way-checks.ts'

const instagram = `${iphone} Instagram 355.0.0 Android (34/14)`
const pages = [
  'https://example.com/',
  '/prezzi',
  'https://www.example.com/prezzi?utm_source=Google.com',
  'http://127.0.0.1/faq',
]
/** Each referrer with its name, written by hand. */
const referrers: Record<string, string> = {
  'https://www.google.it/': 'google',
  'android-app://com.instagram.android/': 'instagram',
  'https://blog.example/': 'blog.example',
  'http://127.0.0.1/': '127.0.0.1',
  'https://www.example.com/prezzi': 'example.com',
}
const tracked = ['start', 'view', 'click', 'scroll', 'banner']

const act = fc.record({
  visit: fc.nat(5),
  does: fc.constantFrom(...tracked, 'consent', 'lead', 'register', 'sign-in', 'expire'),
  page: fc.constantFrom(...pages),
  referrer: fc.option(fc.constantFrom(...Object.keys(referrers))),
  userAgent: fc.option(fc.constantFrom(firefox, iphone, instagram, googlebot)),
  isNamed: fc.boolean(),
  /** Quarters of an hour; the clock may step back. */
  after: fc.oneof({ arbitrary: fc.integer({ min: -2, max: 30 }), weight: 9 }, fc.constant(700)),
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** The own site as a referrer, which random acts seldom have: of the page itself, of a later page, by its public address. */
const ownSite: Act[] = [
  [0, 'view', 'http://127.0.0.1/faq', 'http://127.0.0.1/'] as const,
  [1, 'start', '/prezzi', 'http://127.0.0.1/'] as const,
  [1, 'view', 'http://127.0.0.1/faq', null] as const,
  [2, 'start', '/prezzi', 'https://www.example.com/prezzi'] as const,
  [2, 'view', '/prezzi', 'https://blog.example/'] as const,
].map(([visit, does, page, referrer]) => ({
  visit,
  does,
  page,
  referrer,
  userAgent: firefox,
  isNamed: true,
  after: 1,
}))

/** Over both days of a clock change. */
const logOf = (acts: readonly Act[], startMs: number): RecordedEvent[] => {
  let [nowMs, number] = [startMs, 0]
  const started = new Set<string>()
  return acts.map(({ visit, does, page, referrer, userAgent, isNamed, after }) => {
    nowMs += after * 900_000
    const id = `visita-${visit}`
    const recordedAt = new Date(nowMs).toISOString()
    const fact = { recordedAt, ...(isNamed && { visitId: id }) }
    const own = { ...fact, stream: streams.visit(id) }
    const unit = `${++number}`
    if (does === 'expire') started.delete(id)
    // A stream starts once.
    if (does === 'start' && started.size < started.add(id).size)
      return recordedFixture('VisitStarted', own, { userAgent, referrer })
    if (does === 'consent') return recordedFixture('ConsentChosen', own)
    if (does === 'lead') return recordedFixture('LeadSubmitted', { ...fact, stream: streams.lead(unit) })
    if (does === 'register')
      return recordedFixture('AccountRegistered', { ...fact, stream: streams.account(unit) })
    if (does === 'sign-in')
      return recordedFixture('SessionOpened', { ...fact, stream: streams.session(unit) })
    if (does === 'expire')
      return recordedFixture('VisitsExpired', { stream: streams.tracking(), recordedAt }, { visits: [id] })
    const eventType = does === 'view' ? 'page_view' : does === 'scroll' ? 'scroll' : 'button_click'
    const elementText = does === 'banner' ? 'Accetta' : 'Inizia'
    const data = { eventType, page, elementText, referrer: referrer ?? undefined }
    return recordedFixture('InteractionTracked', own, data)
  })
}

type Visit = { id: string; events: RecordedEvent[] }

/** One by one: the events that carry each visit id, and have not expired. */
function visitsIn(log: readonly RecordedEvent[]): Visit[] {
  const carries = ({ stream, metadata }: RecordedEvent, id: string) =>
    stream === streams.visit(id) || metadata.visitId === id
  const ids = [0, 1, 2, 3, 4, 5].map(number => `visita-${number}`)
  return ids.flatMap(id => {
    const expired = log.findLastIndex(
      ({ type, data }) => type === 'VisitsExpired' && 'visits' in data && data.visits.includes(id),
    )
    const events = log.slice(expired + 1).filter(event => carries(event, id))
    return events.length > 0 ? [{ id, events }] : []
  })
}

const hostOf = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '')
const dataOf = (event: RecordedEvent) => event.data as Record<string, string | null | undefined>

function describe({ id, events }: Visit) {
  const views = events.filter(event => dataOf(event).eventType === 'page_view')
  const start = events
    .filter(({ type }) => type === 'VisitStarted')
    .map(event => parseUserAgent(dataOf(event).userAgent ?? null))
  const own = ['example.com', ...events.map(event => hostOf(dataOf(event).page ?? ''))]
  const linked = events
    .map(event => dataOf(event).referrer ?? '')
    .find(referrer => referrer !== '' && !own.includes(hostOf(referrer)))
  const utm = events.some(event => dataOf(event).page?.includes('utm_source'))
  const pathOf = (event: RecordedEvent | undefined) =>
    event ? new URL(dataOf(event).page ?? '', 'https://example.com').pathname : null
  return {
    id,
    firstAt: events[0]?.recordedAt ?? '',
    source: utm ? 'google' : linked ? (referrers[linked] ?? null) : null,
    entry: pathOf(views[0]),
    exit: pathOf(views.at(-1)),
    pages: new Set(views.map(pathOf)),
    views: views.length,
    isRobot: start.some(({ robot }) => robot !== null),
    device: start.find(({ device }) => device !== null)?.device ?? null,
    browser: start.find(({ browser }) => browser !== null)?.browser ?? null,
    system: start.find(({ system }) => system !== null)?.system ?? null,
    registered: events.some(({ type }) => type === 'AccountRegistered'),
  }
}

/** The lists of the overview, and the filter of the list of visits for each line. */
const lists = {
  entryPages: 'entry',
  exitPages: 'exit',
  sources: 'source',
  devices: 'device',
  browsers: 'browser',
  systems: 'system',
  pages: 'viewed',
} as const

const listed = (copy: TestCopy, filters: object) =>
  copy.ask(async reading => {
    const asked = { bots: 'false', limit: 200, after: null, ...filters } as Parameters<typeof findVisits>[1]
    const { visits } = await findVisits(reading, asked)
    return visits.map(({ id }) => id).sort()
  })

async function check(log: readonly RecordedEvent[], startMs: number) {
  const half = log.length >> 1
  const stored = log as unknown as readonly StoredEvent[]
  using copy = await copyOf(stored.slice(0, half))
  await copy.add(...stored.slice(half))
  const all = visitsIn(log).map(describe)
  const people = all.filter(({ isRobot }) => !isRobot)
  const period = { from: startMs - 86_400_000, to: startMs + 300 * 86_400_000 }
  const bounds = { fromMs: period.from, toMs: period.to, compared: null }
  const view: OverviewView = await copy.ask(reading => findOverview(reading, { ...bounds, bots: false }))
  expect(view.totals).toMatchObject({
    visits: people.length,
    pageViews: people.reduce((sum, { views }) => sum + views, 0),
    conversion: percentOf(people.filter(({ registered }) => registered).length, people.length),
  })
  const placed = new Set(visitsIn(log).flatMap(({ events }) => events.map(({ id }) => id)))
  const registered = log.filter(({ type, id }) => type === 'AccountRegistered' && !placed.has(id))
  expect(view.unplaced.registrations).toBe(registered.length)
  const withRobots = await copy.ask(reading => findOverview(reading, { ...bounds, bots: true }))
  expect(withRobots.totals.visits).toBe(all.length)
  expect(await listed(copy, {})).toEqual(people.map(({ id }) => id).sort())
  expect(await listed(copy, { bots: 'true' })).toEqual(all.map(({ id }) => id).sort())
  const perDay = Object.entries(Object.groupBy(people, ({ firstAt }) => romeDay(firstAt)))
  const expected = perDay.map(([day, its = []]) => [day, its.length]).sort()
  const counted = (days: readonly { day?: unknown; visits?: unknown }[]) =>
    days.flatMap(({ day, visits }) => (visits === 0 ? [] : [[day, visits]]))
  expect(counted(view.perDay)).toEqual(expected)
  const { daily_counts: days = [] } = await tablesAfter(tracking, log)
  expect(counted(days).sort()).toEqual(expected)
  for (const [list, filter] of Object.entries(lists)) {
    for (const { value, visits, converted } of view[list as keyof typeof lists]) {
      const counted = people.filter(visit =>
        filter === 'viewed' ? visit.pages.has(value) : visit[filter as 'entry'] === value,
      )
      const reached = counted.filter(({ registered }) => registered).length
      expect([list, value, visits, converted]).toEqual([list, value, counted.length, reached])
      const shown = await listed(copy, { ...period, [filter]: value ?? noSource })
      expect(shown).toEqual(counted.map(({ id }) => id).sort())
    }
  }
  const steps = [{ event: 'InteractionTracked' }, { event: 'AccountRegistered' }]
  const definition = {
    by: 'visit' as const,
    steps,
    windowSeconds: 9e6,
    breakdown: 'source' as const,
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
  }
  const { breakdown = [] } = await copy.ask(reading => runFunnel(reading, { definition, nowMs: period.to }))
  const entered = new Set(
    visitsIn(log)
      .filter(({ events }) => events.some(({ type }) => type === 'InteractionTracked'))
      .map(({ id }) => id),
  )
  for (const { value, steps: counted } of breakdown)
    expect(counted[0]?.count, String(value)).toBe(
      people.filter(visit => entered.has(visit.id) && visit.source === value).length,
    )
  for (const at of [half, log.length - 1]) {
    const asOf = log[at]?.position as Position
    const upTo = shown(stored).filter(({ position }) => position <= asOf)
    const [fromMs, nowMs] = [Date.parse(log[at >> 1]?.recordedAt ?? ''), period.to]
    if (upTo.length > 0) await checkRetention(copy, upTo, { asOf, fromMs, nowMs })
    for (const direction of ['next', 'previous'] as const)
      await checkPaths(copy, upTo, { asOf, fromMs, toMs: nowMs, direction })
  }
}

test.each(['2026-03-28T20:00:00.000Z', '2026-10-24T20:00:00.000Z'])(
  'Overview, list, funnel, daily counts, paths and retention agree with a count visit by visit, from %s on',
  async start => {
    const startMs = Date.parse(start)
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 40, size: 'max' }), acts =>
        check(logOf(acts, startMs), startMs),
      ),
      { ...runsOf(7, 4), examples: [[ownSite]], endOnFailure: true },
    )
  },
  timeout,
)
