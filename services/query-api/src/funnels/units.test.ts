import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { weekFrom } from '@tba/events/rome-day.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { copyOf, type TestCopy } from '../analytics/testing/copy-of.ts'
import { findPaths } from '../paths/find-paths.ts'
import { findRetention, findRetentionCustomers, runRetention } from '../retention/find-retention.ts'
import { findInstead, findSteps, findUnits } from './find-units.ts'
import { runFunnel } from './run-funnel.ts'

const nowMs = Date.parse('2026-12-01T00:00:00Z')
const [anna, bruno] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002']
/** In November, in Rome's time. */
const at = (day: number, time: string) => `2026-11-${String(day).padStart(2, '0')}T${time}:00.000+01:00`
const recordedAt = (moment: string) => new Date(moment).toISOString()

/** Where and when an event was recorded. */
const on = (stream: string, moment: string, visitId?: string) => ({
  ...(visitId && { visitId }),
  stream,
  recordedAt: recordedAt(moment),
})
const starts = (visit: string, moment: string, userAgent = 'Firefox') =>
  recordedFixture('VisitStarted', on(streams.visit(visit), moment), { userAgent, referrer: null })
const clicks = (visit: string, moment: string) =>
  recordedFixture('InteractionTracked', on(streams.visit(visit), moment))
const names = (visit: string, userId: number, moment: string) =>
  recordedFixture('AnalyticsEventTracked', on(streams.visit(visit), moment), { userId })
const registers = (account: string, userId: number, moment: string, visitId?: string) =>
  recordedFixture('AccountRegistered', on(streams.account(account), moment, visitId), { userId })
const chooses = (account: string, moment: string, plan: 'starter' | 'elite', visitId?: string) =>
  recordedFixture('PlanChanged', on(streams.setup(account), moment, visitId), { plan })

const november: FunnelDefinition = {
  by: 'visit',
  steps: [{ event: 'VisitStarted' }, { event: 'InteractionTracked' }],
  windowSeconds: 3_600,
  from: recordedAt(at(20, '00:00')),
  to: recordedAt(at(23, '00:00')),
}
const run = (copy: TestCopy, more: Partial<FunnelDefinition>) =>
  copy.ask(reading => runFunnel(reading, { definition: { ...november, ...more }, nowMs }))
const counts = async (copy: TestCopy, more: Partial<FunnelDefinition>) =>
  (await run(copy, more)).steps.map(({ count }) => count)

test('a referrer is the first that the visit names, as in the list of visits', async () => {
  const later = { stream: streams.visit('late'), recordedAt: recordedAt(at(20, '10:05')) }
  using copy = await copyOf([
    starts('late', at(20, '10:00')),
    recordedFixture('InteractionTracked', later, { referrer: 'https://www.example.org/a' }),
  ])
  const valuesOf = async (breakdown: 'referrer' | 'source') =>
    (await run(copy, { breakdown })).breakdown?.map(({ value }) => value)
  expect([await valuesOf('referrer'), await valuesOf('source')]).toEqual([['example.org'], ['example.org']])
})

test('a visit counts on the day, in Rome, of the earliest start that leads to its furthest step', async () => {
  using copy = await copyOf([
    ...[starts('late', at(20, '23:30')), clicks('late', at(20, '23:50'))],
    starts('lost', at(21, '00:30')),
    ...[starts('twice', at(20, '10:00')), starts('twice', at(21, '10:00')), clicks('twice', at(21, '10:30'))],
    // Its chain starts in the period and ends after it.
    ...[starts('end', at(22, '23:50')), clicks('end', at(23, '00:10'))],
  ])
  const { trend } = await run(copy, { trend: 'day' })
  const asked = { definition: november, nowMs, after: null, limit: 9 }
  const unitsOf = async (outcome: 'reached' | 'dropped', step: number, compared = false) => {
    const { units } = await copy.ask(reading =>
      findUnits(reading, { ...asked, bar: { step, outcome, compared } }),
    )
    return units.map(({ id, reached }) => `${id} ${reached}`)
  }
  const continued = ['end 2', 'twice 2', 'late 2']
  expect([await unitsOf('reached', 2), await unitsOf('dropped', 2)]).toEqual([continued, []])
  expect([await unitsOf('dropped', 1), await unitsOf('reached', 1, true)]).toEqual([['lost 1'], []])
  const stoppedAfter = (step: number) => copy.ask(reading => findInstead(reading, { ...asked, step }))
  expect([await stoppedAfter(1), await stoppedAfter(2)]).toMatchObject([{ count: 1 }, { count: 0 }])
  const steps = [{ event: 'InteractionTracked' }, { event: 'ActionRefused' }]
  const clicked = { ...asked, definition: { ...november, steps }, step: 1 }
  const { next } = await copy.ask(reading => findInstead(reading, clicked))
  // What they did before it does not count.
  expect(next).toEqual([{ event: null, where: [], count: 2, share: 100 }])
  expect(trend).toEqual([
    { start: '2026-11-20', entered: 1, converted: 1, conversion: 100 },
    { start: '2026-11-21', entered: 2, converted: 1, conversion: 50 },
    { start: '2026-11-22', entered: 1, converted: 1, conversion: 100 },
  ])
})

test('if the log’s clock stepped back, its order counts, and the time decides about period and window', async () => {
  using copy = await copyOf([
    starts('one', at(20, '00:20')),
    starts('before', at(19, '23:50')),
    clicks('before', at(20, '00:10')),
    clicks('one', at(20, '00:15')),
  ])
  expect(await counts(copy, {})).toEqual([1, 1])
})

test('a customer has all their visits, except those of robots and expired ones, at any position', async () => {
  const steps = [{ event: 'InteractionTracked' as const }, { event: 'PlanChanged' as const }]
  using copy = await copyOf([
    ...[starts('own', at(20, '09:00')), clicks('own', at(20, '09:05'))],
    ...[starts('shared', at(20, '09:10')), clicks('shared', at(20, '09:15'))],
    ...[starts('robot', at(20, '09:20'), 'Googlebot/2.1'), clicks('robot', at(20, '09:25'))],
    registers(anna, 1, at(20, '09:30'), 'own'),
    registers(bruno, 2, at(20, '09:35'), 'robot'),
    chooses(anna, at(20, '09:40'), 'starter'),
    recordedFixture(
      'LeadSubmitted',
      { stream: streams.lead('l'), recordedAt: recordedAt(at(20, '09:42')), visitId: 'own' },
      { plan: 'starter' },
    ),
    chooses(bruno, at(20, '09:45'), 'elite'),
  ])
  const byCustomer = { by: 'customer', steps } as const
  const { position } = await run(copy, byCustomer)
  expect(await counts(copy, byCustomer)).toEqual([1, 1])
  expect(await counts(copy, { ...byCustomer, bots: true })).toEqual([2, 2])
  // A visit belongs to a customer if it names their number, or if they act in it.
  await copy.add(names('shared', 2, at(20, '09:50')))
  expect(await counts(copy, byCustomer)).toEqual([2, 2])
  await copy.add(chooses(anna, at(20, '09:55'), 'elite', 'shared'))
  const registered = { event: 'AccountRegistered' } as const
  expect(await counts(copy, { by: 'customer', steps: [registered, registered] })).toEqual([2, 0])
  expect(await counts(copy, { by: 'customer', steps: [registered, { event: 'LeadSubmitted' }] })).toEqual([
    2, 1,
  ])
  const { breakdown } = await run(copy, { ...byCustomer, breakdown: 'plan' })
  expect(breakdown?.map(({ value, steps }) => [value, ...steps.map(({ count }) => count)])).toEqual([
    ['elite', 2, 2],
  ])
  await copy.add(recordedFixture('VisitsExpired', { stream: streams.tracking() }, { visits: ['shared'] }))
  expect(await counts(copy, byCustomer)).toEqual([1, 1])
  expect(await counts(copy, { ...byCustomer, asOf: String(position) })).toEqual([1, 1])
  const definition = { ...november, by: 'customer', steps: [...steps].reverse(), bots: true } as const
  const lost = await copy.ask(reading => findInstead(reading, { definition, nowMs, step: 1 }))
  expect(lost).toMatchObject({ count: 2 })
  const bar = { step: 1, outcome: 'dropped' } as const
  const page = { definition, nowMs, bar, after: null, limit: 1 }
  const first = await copy.ask(reading => findUnits(reading, page))
  const second = await copy.ask(reading => findUnits(reading, { ...page, after: first.next }))
  expect([...first.units, ...second.units].map(({ id }) => id)).toEqual([bruno, anna])
  expect(second.next).toBeNull()
})

test('a person goes from the form to the plan, across their addresses, as they were joined then', async () => {
  const [form, address] = ['a'.repeat(64), 'b'.repeat(64)]
  const asks = (id: string, emailHash: string, visitId = '') =>
    recordedFixture(
      'LeadSubmitted',
      { stream: streams.lead(id), recordedAt: recordedAt(at(20, '09:00')), visitId },
      { emailHash },
    )
  const later = { recordedAt: recordedAt(at(20, '11:00')) }
  using copy = await copyOf([
    ...[asks('1', form), asks('2', address, 'own'), asks('3', address), clicks('own', at(20, '09:30'))],
    recordedFixture('EmailClaimed', { stream: streams.email(address), ...later }, { accountId: anna }),
    registers(anna, 1, at(20, '10:00'), 'office'),
    // Another person's event in her visit is not hers.
    recordedFixture('QuestionnaireSubmitted', { stream: 'questionnaire-1', ...later, visitId: 'office' }),
    chooses(anna, at(20, '10:10'), 'elite'),
  ])
  const asked = { event: 'LeadSubmitted' }
  const steps = [asked, { event: 'AccountRegistered' }, { event: 'PlanChanged' }]
  const byPerson = { by: 'person', steps, windowSeconds: 86_400 } as const
  const { position, joined } = await run(copy, byPerson)
  expect(joined).toEqual({ address: 1, administrator: 0 })
  expect(await counts(copy, byPerson)).toEqual([2, 1, 1])
  expect(await counts(copy, { ...byPerson, steps: [asked, { event: 'InteractionTracked' }] })).toEqual([2, 1])
  expect(await counts(copy, { ...byPerson, steps: [asked, { event: 'QuestionnaireSubmitted' }] })).toEqual([
    2, 0,
  ])
  const [person, other] = [form, address].map(hash => personIdOf(hash) ?? '') as [string, string]
  await copy.add(recordedFixture('PersonsJoined', { stream: streams.people(), ...later }, { person, other }))
  expect(await counts(copy, byPerson)).toEqual([1, 1, 1])
  expect(await counts(copy, { ...byPerson, asOf: String(position) })).toEqual([2, 1, 1])
  const page = {
    definition: { ...november, ...byPerson },
    nowMs,
    bar: { step: 3, outcome: 'reached' },
    after: null,
    limit: 9,
  } as const
  expect((await copy.ask(reading => findUnits(reading, page))).units).toMatchObject([
    { id: person, number: 1 },
  ])
  const joins = { joined: { address: 1, administrator: 1 } }
  expect(await run(copy, byPerson)).toMatchObject(joins)
  const { from = '', to = '' } = november
  const asPerson = { by: 'person', from, to } as const
  const cohorts = { ...asPerson, entry: asked, action: asked, unit: 'day' } as const
  const definition = { ...cohorts, mode: 'in', first: 'ever' } as const
  expect(await copy.ask(reading => runRetention(reading, { definition, nowMs }))).toMatchObject(joins)
  const inNovember = { fromMs: Date.parse(from), toMs: Date.parse(to) }
  const paths = { by: 'person', event: 'LeadSubmitted', ...inNovember, direction: 'next', depth: 1 } as const
  expect(await copy.ask(reading => findPaths(reading, { ...paths, where: [] }))).toMatchObject(joins)
  await copy.add(
    recordedFixture('LeadErased', { stream: streams.lead('1'), ...later }),
    recordedFixture('AccountErased', { stream: streams.account(anna), ...later }),
  )
  expect(await counts(copy, { ...byPerson, asOf: String(position) })).toEqual([1, 0, 0])
})

test('a customer comes back in the weeks after the first one, also by a visit that names them', async () => {
  using copy = await copyOf([
    clicks('own', at(8, '22:30')),
    registers(anna, 1, at(8, '23:00'), 'own'),
    registers(bruno, 2, at(9, '00:30')),
    ...[clicks('own', at(22, '12:00')), clicks('own', at(22, '12:05'))],
    names('other', 2, at(16, '12:00')),
    clicks('other', at(16, '12:00')),
    // The clock stepped back.
    clicks('other', at(8, '12:00')),
  ])
  const span = { fromMs: Date.parse(at(1, '00:00')), toMs: nowMs }
  const asked = {
    cohort: 'AccountRegistered',
    action: 'InteractionTracked',
    ...span,
    nowMs: Date.parse(at(24, '00:00')),
  }
  const { rows } = await copy.ask(reading => findRetention(reading, asked))
  expect(rows.map(({ cohort, size, weeks }) => [cohort, size, ...weeks.map(({ count }) => count)])).toEqual([
    ['2026-11-02', 1, 0, 0, 1, 0],
    ['2026-11-09', 1, 1, 1, 0],
  ])
  const cell = { ...asked, week: weekFrom('2026-11-09') as number, weeksLater: 1, after: null, limit: 2 }
  const { units } = await copy.ask(reading => findRetentionCustomers(reading, cell))
  expect(units.map(({ id }) => id)).toEqual([bruno])
})

test('the steps of a visit are its events in the chain that leads furthest', async () => {
  const events = [
    starts('one', at(20, '10:00')),
    starts('two', at(20, '10:00')),
    clicks('one', at(20, '10:01')),
    clicks('two', at(20, '10:02')),
  ]
  using copy = await copyOf(events)
  const steps = (visit: string, more: Partial<FunnelDefinition> = {}) =>
    copy.ask(reading => findSteps(reading, { visit, definition: { ...november, ...more }, nowMs }))
  expect(await steps('one', { breakdown: 'device' })).toEqual([events[0]?.id, events[2]?.id])
  expect(await steps('two', { windowSeconds: 60 })).toEqual([events[1]?.id])
  expect(await steps('three')).toEqual([])
})

test('an excluded event between two steps stops a visit, until it begins again', async () => {
  const refused = (visit: string, moment: string) =>
    recordedFixture('ActionRefused', on(streams.visit(visit), moment))
  using copy = await copyOf([
    ...[refused('free', at(20, '09:59')), starts('free', at(20, '10:00')), clicks('free', at(20, '10:01'))],
    ...[starts('stopped', at(20, '10:00')), refused('stopped', at(20, '10:01'))],
    clicks('stopped', at(20, '10:02')),
    ...[
      clicks('again', at(20, '10:00')),
      refused('again', at(20, '10:01')),
      clicks('again', at(20, '10:02')),
    ],
    clicks('again', at(20, '10:04')),
  ])
  const steps = [{ event: 'InteractionTracked' }, { event: 'InteractionTracked' }]
  const exclude = [{ event: 'ActionRefused', after: 1 }]
  expect(await counts(copy, { exclude })).toEqual([2, 1])
  expect(await counts(copy, { exclude: [{ event: 'ConsentChosen', after: 1 }] })).toEqual([2, 2])
  const times = async (more: Partial<FunnelDefinition>) => {
    const bins = (await run(copy, { ...more, histogram: true })).times ?? []
    expect(bins).toHaveLength(20)
    return bins.filter(({ count }) => count > 0)
  }
  const last = { fromSeconds: 114, toSeconds: 120, count: 1 }
  expect(await times({ steps, exclude })).toEqual([last])
  expect(await times({ exclude })).toEqual([{ fromSeconds: 57, toSeconds: 60, count: 1 }])
  expect(await times({})).toEqual([{ fromSeconds: 60, toSeconds: 66, count: 1 }, last])
})

test('a visit counts in the group of each of its values', async () => {
  const sees = (visit: string, page: string, moment: string) =>
    recordedFixture('InteractionTracked', on(streams.visit(visit), moment), { eventType: 'page_view', page })
  using copy = await copyOf([
    ...[
      starts('one', at(20, '10:00')),
      sees('one', '/', at(20, '10:01')),
      sees('one', '/faq', at(20, '10:02')),
    ],
    ...[starts('two', at(20, '10:00')), sees('two', '/', at(20, '10:01'))],
    starts('none', at(20, '10:00')),
  ])
  const { breakdown = [] } = await run(copy, { breakdown: 'page' })
  expect(breakdown.map(({ value, steps }) => [value, ...steps.map(({ count }) => count)])).toEqual([
    ['/', 2, 2],
    ['/faq', 1, 1],
    [null, 1, 0],
  ])
  const definition: FunnelDefinition = { ...november, breakdown: 'page' }
  const bar = { step: 1, outcome: 'reached', value: '/faq' } as const
  const page = { definition, nowMs, bar, after: null, limit: 9 }
  expect((await copy.ask(reading => findUnits(reading, page))).units.map(({ id }) => id)).toEqual(['one'])
})
