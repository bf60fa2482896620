import { randomUUID } from 'node:crypto'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import {
  consented,
  countsOf,
  definition,
  type FunnelWorld,
  funnelWorld,
  lead,
  registered,
  seen,
  visited,
} from '../testing/funnel-world.ts'
import { verifyFunnels } from './verify-funnels.ts'

let it: FunnelWorld
beforeEach(async () => {
  it = await funnelWorld()
})

test('a funnel that is saved today counts the past, and goes on counting', async () => {
  await it.tell('visit-a', seen('/'))
  await it.tell('visit-a', seen('/prezzi'), { seconds: 10 })
  await it.tell('visit-b', seen('/'))
  const id = await it.save(definition)
  it.keep()
  expect(await it.kept(id, definition)).toMatchObject({
    steps: [
      { count: 2, dropped: 1, medianSeconds: null },
      { count: 1, dropped: 1, medianSeconds: 10 },
      { count: 0, dropped: 0, medianSeconds: null },
    ],
  })
  await it.tell('visit-b', seen('/prezzi'), { seconds: 31 })
  await it.tell('visit-a', consented, { seconds: 30 })
  await it.tell('visit-c', seen('/'))
  const after = await it.kept(id, definition)
  expect(after.steps.map(({ count, medianSeconds }) => [count, medianSeconds])).toEqual([
    [3, null],
    [2, 20.5],
    [1, 20],
  ])
})

test('what was counted is what a count anew finds, whatever visitors do', async () => {
  const by: FunnelDefinition = {
    ...definition,
    breakdown: 'device',
    compareTo: { from: '2025-12-01T00:00:00.000Z', to: '2026-01-05T10:00:30.000Z' },
  }
  const id = await it.save(by)
  it.keep()
  await it.kept(id, by)
  const browsers = [
    'Mozilla/5.0 (Windows NT 10.0) Chrome/120',
    'Mozilla/5.0 (iPhone) Mobile',
    'Googlebot/2.1',
  ]
  const event = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...['/', '/prezzi', '/altro'].map(page => seen(page))) },
    { weight: 2, arbitrary: fc.constant(consented) },
    { weight: 1, arbitrary: fc.constantFrom(...browsers.map(visited)) },
  )
  const told = fc.record({
    visit: fc.integer({ min: 0, max: 20 }),
    event,
    seconds: fc.integer({ min: -20, max: 90 }),
  })
  const [story = []] = fc.sample(fc.array(told, { minLength: 120, maxLength: 120 }), { numRuns: 1, seed: 7 })
  for (const [at, { visit, event: what, seconds }] of story.entries()) {
    await it.tell(`visit-${visit}`, what, { seconds })
    if (at % 40 === 0) await it.kept(id, by)
  }
  const live = await it.kept(id, by)
  expect(live.steps[1]?.count).toBeGreaterThan(0)
  expect(live.breakdown?.length).toBeGreaterThan(1)
  expect(live).toEqual(await it.countedAnew(by))
  expect(await verifyFunnels(it)).toMatchObject([
    { compared: { isSame: true } },
    { compared: { isSame: true } },
  ])
})

test('a customer is counted once, with the visits that turn out to be theirs, under the plan that they have at last', async () => {
  const account = randomUUID()
  const by: FunnelDefinition = {
    ...definition,
    by: 'customer',
    steps: [{ event: 'ConsentChosen' }, { event: 'AccountRegistered' }, { event: 'PlanActivated' }],
    breakdown: 'plan',
  }
  const id = await it.save(by)
  it.keep()
  await it.tell('visit-a', consented)
  await it.tell('visit-z', consented)
  expect(countsOf(await it.kept(id, by))).toEqual([0, 0, 0])
  await it.tell(`account-${account}`, registered, { seconds: 5, visitId: 'a' })
  expect(countsOf(await it.kept(id, by))).toEqual([1, 1, 0])
  const planned = (type: 'PlanActivated' | 'PlanChanged', plan: 'starter' | 'elite'): EventToRecord => ({
    type,
    data: { userId: 7, plan, depositEuro: 500 },
  })
  await it.tell(`setup-${account}`, planned('PlanActivated', 'starter'), { seconds: 9 })
  expect((await it.kept(id, by)).breakdown).toMatchObject([
    { value: 'starter', steps: [{ count: 1 }, {}, { medianSeconds: 4 }] },
  ])
  await it.tell(`setup-${account}`, planned('PlanChanged', 'elite'), { seconds: 9 })
  const live = await it.kept(id, by)
  expect(live.breakdown).toMatchObject([
    { value: 'elite', steps: [{ count: 1 }, { count: 1 }, { count: 1 }] },
  ])
  expect(live).toEqual(await it.countedAnew(by))
})

test('a field that the history does not keep is asked of the log', async () => {
  const by: FunnelDefinition = {
    ...definition,
    steps: [
      { event: 'ConsentChosen' },
      { event: 'LeadSubmitted', where: [{ field: 'depositEuro', op: 'gt', value: 1_000 }] },
    ],
  }
  const id = await it.save(by)
  it.keep()
  for (const [visit, deposit] of [
    ['a', 500],
    ['b', 3_000],
  ] as const) {
    await it.tell(`visit-${visit}`, consented)
    await it.tell(`lead-${visit}`, lead(deposit), { seconds: 3, visitId: visit })
  }
  expect(countsOf(await it.kept(id, by))).toEqual([2, 1])
})

test('visits that expire are counted no longer', async () => {
  const id = await it.save(definition)
  it.keep()
  for (const visit of ['a', 'b']) await it.tell(`visit-${visit}`, seen('/'))
  expect(countsOf(await it.kept(id, definition))).toEqual([2, 0, 0])
  const expired: EventToRecord = {
    type: 'VisitsExpired',
    data: { before: '2026-01-20T00:00:00.000Z', visits: ['a'] },
  }
  await it.tell('tracking', expired, { actor: 'system' })
  expect(countsOf(await it.kept(id, definition))).toEqual([1, 0, 0])
})

test('of a visit that two customers shared, all that names it is both’s, also what comes later', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  const by: FunnelDefinition = {
    ...definition,
    by: 'customer',
    steps: [{ event: 'AccountRegistered' }, { event: 'PlanActivated' }],
  }
  const id = await it.save(by)
  it.keep()
  await it.tell(`account-${first}`, registered, { visitId: 'v' })
  const another = { ...registered, data: { ...registered.data, userId: 8 } } as EventToRecord
  await it.tell(`account-${second}`, another, { visitId: 'v' })
  expect(countsOf(await it.kept(id, by))).toEqual([2, 0])
  const planned = { type: 'PlanActivated', data: { userId: 8, plan: 'starter', depositEuro: 500 } } as const
  await it.tell(`setup-${second}`, planned, { seconds: 9, visitId: 'v' })
  const live = await it.kept(id, by)
  expect(countsOf(live)).toEqual([2, 2])
  expect(live).toEqual(await it.countedAnew(by))
  expect(await verifyFunnels(it)).toMatchObject([
    { compared: { isSame: true } },
    { compared: { isSame: true } },
  ])
})

test('an event in one visit that names another is one event of the customer of both', async () => {
  const account = randomUUID()
  const twice: FunnelDefinition = {
    ...definition,
    by: 'customer',
    steps: [{ event: 'ConsentChosen' }, { event: 'ConsentChosen' }],
  }
  await it.tell(`account-${account}`, registered, { visitId: 'v' })
  await it.tell(`account-${account}`, { type: 'SessionsRevoked', data: { except: null } }, { visitId: 'w' })
  await it.tell('visit-v', consented, { visitId: 'w' })
  const id = await it.save(twice)
  it.keep()
  expect(countsOf(await it.kept(id, twice))).toEqual([1, 0])
})
