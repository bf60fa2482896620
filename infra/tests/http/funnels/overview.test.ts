import type { HistoryEvent } from '@tba/events/history/views.ts'
import { noSource, type OverviewView } from '@tba/events/overview/views.ts'
import { parseUserAgent } from '@tba/runtime/visits/user-agent.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyOf } from '../../../../services/query-api/src/analytics/testing/copy-of.ts'
import { findOverview } from '../../../../services/query-api/src/overview/find-overview.ts'
import { lives, logOf, shown } from './lives.ts'
import { visitsIn } from './oracle.ts'

type Bounds = { fromMs: number; toMs: number }
type Filters = { page?: string; source?: string; device?: string; bots: boolean }

const timeOf = ({ recordedAt }: HistoryEvent) => Date.parse(recordedAt)
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part * 1_000) / whole) / 10)
const addressOf = ({ data }: HistoryEvent) =>
  typeof data.page === 'string' ? new URL(data.page, 'https://example.com') : null
const hostOf = (address: unknown) => {
  const host = /^https?:\/\/([^/]+)/i.exec(String(address))?.[1]
  return host?.toLowerCase().replace(/^www\./, '') ?? null
}
/** The day and the hour in Rome. */
const rome = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome',
  dateStyle: 'short',
  timeStyle: 'short',
})
const romeOf = (atMs: number) => rome.format(atMs).split(/[ :]/)

/** What the page of a visit would say, read from top to bottom. */
function lifeOf({ events }: { events: HistoryEvent[] }) {
  const deeds = events.filter(
    ({ type, data: { eventType, elementText } }) =>
      type === 'InteractionTracked' && eventType !== 'scroll' && elementText !== 'Accetta',
  )
  const paths = deeds.flatMap(event =>
    event.data.eventType === 'page_view' ? [addressOf(event)?.pathname ?? ''] : [],
  )
  const named = (field: string) =>
    events.map(event => addressOf(event)?.searchParams.get(field)?.toLowerCase()).find(Boolean) ?? null
  const hosts = events.flatMap(({ type, data }) => {
    const host = type === 'VisitStarted' || type === 'InteractionTracked' ? hostOf(data.referrer) : null
    return host && (type === 'VisitStarted' || host !== hostOf(data.page)) ? [host] : []
  })
  const started = events.find(({ type }) => type === 'VisitStarted')?.data
  const { device, browser, system } = parseUserAgent(String(started?.userAgent ?? ''))
  const times = events.map(timeOf).toSorted((one, other) => one - other)
  return {
    ...{ atMs: timeOf(events[0] as HistoryEvent), paths, device, browser, system },
    isBounce: paths.length === 1 && deeds.length === 1,
    ...{ source: named('utm_source') ?? hosts[0] ?? null, campaign: named('utm_campaign') },
    seconds: events.length > 1 ? [((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000] : [],
    isCustomer: events.some(({ type }) => type === 'AccountRegistered'),
  }
}
type Life = ReturnType<typeof lifeOf>

/** A look at each visit by itself. */
function overviewBy(log: readonly HistoryEvent[], { fromMs, toMs }: Bounds, filters: Filters) {
  const isIn = (atMs: number) => atMs >= fromMs && atMs < toMs
  const { page, source, device, bots } = filters
  const seen = visitsIn(log, { bots })
    .map(lifeOf)
    .filter(life => isIn(life.atMs))
    .filter(life => page === undefined || life.paths.includes(page))
    .filter(life => source === undefined || (life.source ?? noSource) === source)
    .filter(life => device === undefined || life.device === device)
  const recorded = (type: string) => log.filter(event => event.type === type && isIn(timeOf(event))).length
  const viewing = seen.filter(({ paths }) => paths.length > 0)
  const seconds = seen.flatMap(life => life.seconds).toSorted((one, other) => one - other)
  const middle = [Math.floor, Math.ceil].map(round => seconds[round((seconds.length - 1) / 2)] ?? 0)
  const list = (valuesOf: (life: Life) => (string | null | undefined)[]) => {
    const counts = new Map<string | null, number>()
    for (const value of seen.flatMap(life => [...new Set(valuesOf(life))]))
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
    return [...counts]
      .map(([value, visits]) => ({ value, visits, share: percent(visits, seen.length) }))
      .sort((one, other) => other.visits - one.visits || (inOrder(one.value) < inOrder(other.value) ? -1 : 1))
      .slice(0, 10)
  }
  const hours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0))
  const days = new Map<string, { day: string; visits: number; pageViews: number }>()
  for (let atMs = fromMs; atMs < toMs; atMs += 43_200_000) {
    const [day = ''] = romeOf(atMs)
    days.set(day, { day, visits: 0, pageViews: 0 })
  }
  const [end = ''] = romeOf(toMs - 1)
  days.set(end, { day: end, visits: 0, pageViews: 0 })
  for (const { atMs, paths } of seen) {
    const [day = '', hour] = romeOf(atMs)
    const [week, its] = [hours[(new Date(day).getUTCDay() + 6) % 7] ?? [], days.get(day)]
    week[Number(hour)] = (week[Number(hour)] ?? 0) + 1
    days.set(day, { day, visits: (its?.visits ?? 0) + 1, pageViews: (its?.pageViews ?? 0) + paths.length })
  }
  return {
    totals: {
      visits: seen.length,
      pageViews: seen.reduce((sum, { paths }) => sum + paths.length, 0),
      bounceRate: percent(seen.filter(({ isBounce }) => isBounce).length, viewing.length),
      medianSeconds: seconds.length === 0 ? null : ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2,
      leads: recorded('LeadSubmitted'),
      questionnaires: recorded('QuestionnaireSubmitted'),
      registrations: recorded('AccountRegistered'),
      conversion: percent(seen.filter(({ isCustomer }) => isCustomer).length, seen.length),
    },
    perDay: [...days.values()],
    pages: list(({ paths }) => paths),
    entryPages: list(({ paths }) => [paths[0]]),
    exitPages: list(({ paths }) => [paths.at(-1)]),
    sources: list(({ source }) => [source]),
    campaigns: list(({ campaign }) => [campaign ?? undefined]),
    devices: list(({ device }) => [device]),
    browsers: list(({ browser }) => [browser]),
    systems: list(({ system }) => [system]),
    hours,
  } satisfies Omit<OverviewView, 'position' | 'compared'>
}

/** What is not known stands behind what is as frequent. */
const inOrder = (value: string | null) => value ?? '\uffff'

test('Of any lives the overview counts what a look at each visit by itself does, in any period and by every filter', async () => {
  await fc.assert(
    fc.asyncProperty(lives, fc.infiniteStream(fc.nat()), async (acts, numbers) => {
      const recorded = logOf(acts)
      const log = shown(recorded)
      using copy = await copyOf(recorded)
      const pick = <T>(some: readonly T[]) => some[numbers.next().value % some.length] as T
      const period = (): Bounds => {
        const times = [timeOf(pick(log)), timeOf(pick(log))].toSorted((one, other) => one - other)
        return { fromMs: times[0] ?? 0, toMs: (times[1] ?? 0) + 1 }
      }
      const [own, compared] = [period(), period()]
      for (const filters of [
        { bots: false },
        { bots: true },
        { bots: false, page: '/prezzi' },
        { bots: true, source: pick(['google', 'lettera', 'google.com', noSource]) },
        { bots: false, device: 'desktop' },
      ] satisfies Filters[]) {
        const { position: _, ...told } = await copy.ask(reading =>
          findOverview(reading, { ...own, compared, ...filters }),
        )
        const other = overviewBy(log, compared, filters).totals
        expect(told).toEqual({ ...overviewBy(log, own, filters), compared: other })
      }
    }),
    { numRuns: 10 },
  )
}, 60_000)
