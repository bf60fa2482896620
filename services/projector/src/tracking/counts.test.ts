import { type EventType, registry } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { recordedEvent } from '../testing/recorded-event.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { tracking } from './tracking.projection.ts'

const visitId = 'session_1'
const stream = streams.visit(visitId)

const interacted = (eventType: string, consenting = false) =>
  recordedFixture('InteractionTracked', { stream, ...(consenting && { visitId }) }, { eventType })
const viewed = () => interacted('page_view')
const chosen = (choice: 'all' | 'none') => recordedEvent('ConsentChosen', { choice }, { stream })
const lead = (tiedTo = visitId) =>
  recordedFixture('LeadSubmitted', { stream: streams.lead('l'), visitId: tiedTo })
const registered = () => recordedFixture('AccountRegistered', { stream: streams.account('a'), visitId })

async function counted(...events: RecordedEvent[]) {
  const { counters: rows = [] } = await tablesAfter(tracking, events)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

test('counts submissions by type', async () => {
  const analysed = recordedFixture('AnalyticsEventTracked', { stream })
  const counts = await counted(interacted('scroll'), interacted('button_click'), analysed, lead(''))
  expect(counts).toEqual({ interactions: 2, analytics: 1, leads: 1 })
})

test('does not count erased submissions', async () => {
  const erased = recordedEvent('LeadErased', {}, { stream: streams.lead('l') })
  expect(await counted(lead(''), lead(''), erased)).toEqual({ leads: 1 })
})

test('a visit counts for conversions from its first page view with consent', async () => {
  expect((await counted(interacted('scroll', true), chosen('all'))).visits).toBeUndefined()
  expect((await counted(viewed())).visits).toBeUndefined()
  expect(await counted(viewed(), chosen('all'))).toMatchObject({ visits: 1 })
  expect(await counted(interacted('page_view', true))).toMatchObject({ visits: 1 })
})

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map(rest => [item, ...rest]))
}

test('a visit converts once, for any order and number of events', async () => {
  for (const order of orders([viewed, () => chosen('all'), lead, registered, viewed])) {
    const events = order.map(make => make())
    expect(await counted(...events)).toMatchObject({ visits: 1, conversions: 1 })
  }
})

test('a visitor who withdraws consent does not count, until they give it again', async () => {
  const withdrawn = await counted(viewed(), chosen('all'), lead(), chosen('none'))
  expect(withdrawn).toEqual({ interactions: 1, leads: 1 })
  const again = await counted(viewed(), lead(), chosen('none'), interacted('page_view', true))
  expect(again).toMatchObject({ visits: 1, conversions: 1 })
})

test('a lead without a page view is no conversion of a visit', async () => {
  expect(await counted(lead())).toEqual({ leads: 1 })
  expect(await counted(lead('session_2'), viewed(), chosen('all'))).toMatchObject({ visits: 1 })
})

let visits = 0
const visited = (recordedAt: string) =>
  recordedFixture('VisitStarted', { stream: streams.visit(`${++visits}`), recordedAt })
const daily = async (...events: RecordedEvent[]) => (await tablesAfter(tracking, events)).daily_counts

test('a day starts at midnight in Rome', async () => {
  expect(await daily(visited('2026-07-01T21:59:59.000Z'), visited('2026-07-01T22:00:00.000Z'))).toMatchObject(
    [
      { day: '2026-07-01', visits: 1 },
      { day: '2026-07-02', visits: 1 },
    ],
  )
})

test('a day shows its visits, leads and questionnaires, also if they were erased later', async () => {
  const recordedAt = '2026-03-01T08:00:00.000Z'
  const sent = { ...lead(''), recordedAt }
  const erased = recordedEvent('LeadErased', {}, { stream: streams.lead('l'), recordedAt })
  expect(await daily(visited(recordedAt), sent, erased)).toEqual([
    { day: '2026-03-01', visits: 1, leads: 1, questionnaires: 0 },
  ])
})

test('a visit counts once, on the day of its start', async () => {
  const [first, again] = [visited('2026-03-01T08:00:00.000Z'), visited('2026-03-02T08:00:00.000Z')]
  expect(await daily(first, { ...again, stream: first.stream })).toEqual([
    { day: '2026-03-01', visits: 1, leads: 0, questionnaires: 0 },
  ])
})

test('a visit of facts only counts on the day of its first event, and a robot on none', async () => {
  const recordedAt = '2026-03-01T08:00:00.000Z'
  const opened = recordedFixture('SessionOpened', { stream: streams.session('s'), visitId, recordedAt })
  const seen = { userAgent: 'Googlebot/2.1', referrer: null, address: null, language: null }
  const robot = recordedEvent('VisitStarted', seen, { stream: streams.visit('robot'), recordedAt })
  const told = recordedFixture('ConsentChosen', { stream: robot.stream, recordedAt: robot.recordedAt })
  expect(await daily(opened, told, robot)).toEqual([
    { day: '2026-03-01', visits: 1, leads: 0, questionnaires: 0 },
  ])
})

test('an event of any type that names a visit is one of its events', async () => {
  const types = Object.keys(registry) as EventType[]
  const recordedAt = '2026-03-01T08:00:00.000Z'
  for (const type of types) {
    const naming = recordedFixture(type, { stream: 'visit-other', visitId, recordedAt })
    const { visits: rows = [] } = await tablesAfter(tracking, [naming])
    expect(rows, type).toContainEqual(expect.objectContaining({ sessionId: visitId, lastAt: recordedAt }))
  }
})
