import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
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

test('a count is kept until an event can change it or visits expire, with the units open at each time', async () => {
  // Each count has a later time.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const consent = (moment: string) => {
    const recordedAt = new Date(moment).toISOString()
    return recordedFixture('ConsentChosen', { stream: streams.visit('other'), recordedAt })
  }
  // It can continue for two hours.
  using copy = await copyOf([...visit('v', today('08:00')), consent(today('10:00'))])
  const run = async () => {
    vi.setSystemTime(Date.now() + 1_000)
    const asking = { definition: asked({ compareTo: undefined }), nowMs: Date.parse(today('12:00')) }
    const { countedAt, open, steps } = await copy.ask(reading => runFunnel(reading, asking))
    return { countedAt, open, counts: steps.map(({ count }) => count) }
  }
  const first = await run()
  expect(first).toMatchObject({ open: 1, counts: [1, 0] })
  await copy.add(consent(today('10:00')))
  expect(await run()).toEqual(first)
  await copy.add(consent(today('10:01')))
  expect(await run()).toEqual({ ...first, open: 0 })
  await copy.add(...visit('later', today('10:02')))
  const second = await run()
  expect(second).toEqual({ countedAt: expect.not.stringMatching(first.countedAt), open: 1, counts: [2, 0] })
  const expiry = { stream: streams.tracking(), recordedAt: new Date(today('10:03')).toISOString() }
  await copy.add(recordedFixture('VisitsExpired', expiry, { visits: ['v'] }))
  const third = { countedAt: expect.not.stringMatching(second.countedAt), open: 1, counts: [1, 0] }
  expect(await run()).toEqual(third)
})

test('a trend of more than 3,660 points is refused, and says what to choose', async () => {
  using copy = await copyOf([])
  const dated = { period: undefined, compareTo: undefined, from: '2026-01-01T00:00:00.000+01:00' }
  const run = (trend: 'day' | 'week', to: string) => {
    const definition = asked({ ...dated, to, trend })
    return copy.ask(reading => runFunnel(reading, { definition, nowMs: Date.parse(today('10:00')) }))
  }
  const [whole, longer] = ['2036-01-09T00:00:00.000+01:00', '2036-01-10T00:00:00.000+01:00']
  expect((await run('day', whole)).trend).toHaveLength(3_660)
  await expect(run('day', longer)).rejects.toThrow('Scegli le settimane, o un periodo più breve.')
  expect((await run('week', longer)).trend?.length).toBeLessThan(600)
  await expect(run('week', '2099-01-01T00:00:00.000+01:00')).rejects.toThrow('Scegli un periodo più breve.')
})
