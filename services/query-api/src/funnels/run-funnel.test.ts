import type { StoredEvent } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf, type TestCopy } from '../analytics/testing/copy-of.ts'
import { findUnits } from './find-units.ts'
import { runFunnel } from './run-funnel.ts'

/** In Rome's time, one hour ahead of UTC. */
const today = (time: string) => `2026-11-26T${time}:00.000+01:00`
const yesterday = (time: string) => `2026-11-25T${time}:00.000+01:00`

/** A visit that starts, and has a refusal later. */
function visit(id: string, begins: string, ...refused: string[]) {
  const at = (moment: string) => ({ stream: streams.visit(id), recordedAt: new Date(moment).toISOString() })
  return [
    recordedFixture('VisitStarted', at(begins), { userAgent: null, referrer: null }),
    ...refused.map(moment => recordedFixture('ActionRefused', at(moment))),
  ]
}

const asked = (more: Partial<FunnelDefinition> = {}): FunnelDefinition => ({
  by: 'visit',
  steps: [{ event: 'VisitStarted' }, { event: 'ActionRefused' }],
  windowSeconds: 7_200,
  period: 'today',
  compareTo: 'previous',
  equalAge: true,
  ...more,
})

test('today is compared with yesterday up to the same hour, with the open visits', async () => {
  using copy = await copyOf([
    // The clock stepped back after it.
    ...visit('late', yesterday('11:00'), yesterday('11:30')),
    ...visit('early', yesterday('09:00'), yesterday('09:30')),
    // It continued after the current hour of the day.
    ...visit('slow', yesterday('09:30'), yesterday('11:00')),
    ...visit('first', today('07:00')),
    ...visit('open', today('09:30')),
    ...visit('newest', today('10:00')),
  ])
  const nowMs = Date.parse(today('10:05'))
  const run = (definition: FunnelDefinition) => copy.ask(reading => runFunnel(reading, { definition, nowMs }))
  const before = async (definition: FunnelDefinition) =>
    (await run(definition)).compared?.steps.map(({ count }) => count)
  expect(await run(asked())).toMatchObject({
    from: '2026-11-25T23:00:00.000Z',
    positionAt: '2026-11-26T09:00:00.000Z',
    open: 2,
    steps: [{ count: 3 }, { count: 0 }],
  })
  expect(await before(asked())).toEqual([2, 1])
  expect(await before(asked({ equalAge: false }))).toEqual([3, 3])
  const openIn = async (compared: boolean) => {
    const bar = { step: 1, outcome: 'reached', compared } as const
    const page = { definition: asked(), nowMs, bar, after: null, limit: 50 }
    const { units } = await copy.ask(reading => findUnits(reading, page))
    return units.map(({ id, open }) => [id, open])
  }
  expect(await openIn(false)).toEqual([
    ['newest', true],
    ['open', true],
    ['first', false],
  ])
  // The state of yesterday at ten.
  expect(await openIn(true)).toEqual([
    ['slow', true],
    ['early', true],
  ])
})

test('a plan chosen after the same hour of yesterday does not count for yesterday yet', async () => {
  const recordedAt = new Date(yesterday('11:00')).toISOString()
  const details = { stream: streams.lead('1'), recordedAt, visitId: 'early' }
  const lead = recordedFixture('LeadSubmitted', details, { plan: 'elite' })
  using copy = await copyOf([...visit('early', yesterday('09:00')), lead, ...visit('newest', today('10:00'))])
  const valuesOf = async (equalAge: boolean) => {
    const definition = asked({ breakdown: 'plan', equalAge })
    const nowMs = Date.parse(today('10:05'))
    const { compared } = await copy.ask(reading => runFunnel(reading, { definition, nowMs }))
    return compared?.breakdown?.map(({ value }) => value)
  }
  expect([await valuesOf(true), await valuesOf(false)]).toEqual([[null], ['elite']])
})

const onVisit = (visit: string, moment: string) => ({
  stream: streams.visit(visit),
  recordedAt: new Date(today(moment)).toISOString(),
})
const consent = (moment: string) => recordedFixture('ConsentChosen', onVisit('other', moment))
const expiry = () =>
  recordedFixture('VisitsExpired', { ...onVisit('', '10:03'), stream: streams.tracking() }, { visits: ['v'] })

/** Asks the same again and again. Each count has a later time. */
function counting(copy: TestCopy, more: Partial<FunnelDefinition> = {}) {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return async () => {
    vi.setSystemTime(Date.now() + 1_000)
    const asking = { definition: asked({ compareTo: undefined, ...more }), nowMs: Date.parse(today('12:00')) }
    const { countedAt, open, steps } = await copy.ask(reading => runFunnel(reading, asking))
    return { countedAt, open, counts: steps.map(({ count }) => count) }
  }
}

test('a count is kept until an event can change it or visits expire, with the units open at each time', async () => {
  // It can continue for two hours.
  using copy = await copyOf([...visit('v', today('08:00')), consent('10:00')])
  const run = counting(copy)
  const first = await run()
  expect(first).toMatchObject({ open: 1, counts: [1, 0] })
  await copy.add(consent('10:00'))
  expect(await run()).toEqual(first)
  await copy.add(consent('10:01'))
  expect(await run()).toEqual({ ...first, open: 0 })
  await copy.add(...visit('later', today('10:02')))
  const second = await run()
  expect(second).toEqual({ countedAt: expect.not.stringMatching(first.countedAt), open: 1, counts: [2, 0] })
  await copy.add(expiry())
  const third = { countedAt: expect.not.stringMatching(second.countedAt), open: 1, counts: [1, 0] }
  expect(await run()).toEqual(third)
})

const starts = () => recordedFixture('VisitStarted', onVisit('v', '10:01'))
const sees = () => recordedFixture('InteractionTracked', onVisit('v', '10:01'))
const refused = () => recordedFixture('ActionRefused', onVisit('v', '10:01'))
test.each<[string, Partial<FunnelDefinition>, () => StoredEvent]>([
  ['a step', {}, refused],
  ['what stops a unit', { exclude: [{ event: 'InteractionTracked', after: 1 }] }, sees],
  [
    'a start that says whether it is a robot',
    { steps: [{ event: 'ActionRefused' }, { event: 'ActionRefused' }] },
    starts,
  ],
  ['what changes the groups', { breakdown: 'page' }, sees],
  ['what a filter asks for', { filters: [{ field: 'page', op: 'isNot', values: ['/faq'] }] }, sees],
  ['a deletion of visits, of persons too', { by: 'person' }, expiry],
  ['each event, if the compared period grows with it', { compareTo: 'previous' }, () => consent('10:01')],
  ['a step back of the clock, for windows open again', {}, () => consent('07:59')],
])('a count is not kept after %s', async (_, more, event) => {
  using copy = await copyOf([...visit('v', today('08:00')), ...visit('later', today('08:00'))])
  const run = counting(copy, more)
  const first = await run()
  expect(await run()).toEqual(first)
  await copy.add(event())
  expect((await run()).countedAt).not.toBe(first.countedAt)
})

const nowMs = Date.parse(today('12:00'))

test('customers without a visit are counted apart if a filter is about visits', async () => {
  const registers = (userId: number, visitId?: string) => {
    const stream = streams.account(`aaaaaaaa-0000-4000-8000-00000000000${userId}`)
    return recordedFixture('AccountRegistered', { ...onVisit('', '09:05'), stream, visitId }, { userId })
  }
  using copy = await copyOf([...visit('own', today('09:00')), registers(1, 'own'), registers(2)])
  const unplaced = async (filters?: FunnelDefinition['filters']) => {
    const step = { event: 'AccountRegistered' }
    const definition = asked({ by: 'customer', steps: [step, step], compareTo: undefined, filters })
    const result = await copy.ask(reading => runFunnel(reading, { definition, nowMs }))
    return [result.steps[0]?.count, 'unplaced' in result && result.unplaced]
  }
  expect(await unplaced()).toEqual([2, false])
  expect(await unplaced([{ field: 'source', op: 'is', values: [null] }])).toEqual([1, 1])
})

test('beyond the 200 most frequent values, the rest is one group, without times', async () => {
  const events = Array.from({ length: 202 }, (_, number) => {
    const [id, referrer] = [`v-${number}`, `https://${number}.example.org`]
    const userAgent = null
    return [
      recordedFixture('VisitStarted', onVisit(id, '09:00'), { userAgent, referrer }),
      recordedFixture('ActionRefused', onVisit(id, '09:01')),
    ]
  })
  using copy = await copyOf(events.flat())
  const run = async (breakdown: 'referrer' | 'device') => {
    const definition = asked({ compareTo: undefined, breakdown })
    return copy.ask(reading => runFunnel(reading, { definition, nowMs }))
  }
  const { breakdown, breakdownRest } = await run('referrer')
  const reached = { count: 2, dropped: 0, conversion: 100, fromPrevious: 100, medianSeconds: null }
  expect([breakdown?.length, breakdownRest]).toEqual([200, [reached, reached]])
  expect(await run('device')).not.toHaveProperty('breakdownRest')
})

test('a trend of more than 3,660 points is refused, and says what to choose', async () => {
  using copy = await copyOf([])
  const dated = { period: undefined, compareTo: undefined, from: '2026-01-01T00:00:00.000+01:00' }
  const run = (trend: 'day' | 'week', to: string) => {
    const definition = asked({ ...dated, to, trend })
    return copy.ask(reading => runFunnel(reading, { definition, nowMs: Date.parse(today('10:00')) }))
  }
  const [whole, longer] = ['2036-01-09T00:00:00.000+01:00', '2036-01-10T00:00:00.000+01:00']
  expect(await run('day', whole)).toMatchObject({ positionAt: null, trend: { length: 3_660 } })
  await expect(run('day', longer)).rejects.toThrow('Scegli le settimane, o un periodo più breve.')
  expect((await run('week', longer)).trend?.length).toBeLessThan(600)
  await expect(run('week', '2099-01-01T00:00:00.000+01:00')).rejects.toThrow('Scegli un periodo più breve.')
})
