import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import type { FunnelStep } from '@tba/events/funnels/definition.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import { told } from '@tba/events/history/told.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { expect, test } from 'vitest'
import { gatherSteps, worthToChains } from './gather-steps.ts'
import { Held } from './held.ts'
import type { HistoryRows } from './history-rows.ts'
import { OfKinds } from './kinds.ts'
import { Look } from './look.ts'
import { afterAll, beforeAll, placeOf, wordsOf } from './places.ts'
import { stepsBy } from './steps.ts'

type Event = { visit: number; type: string; data: JsonObject; untold?: boolean }

const seen = { type: 'InteractionTracked', data: { eventType: 'page_view' } }
const lead = (depositEuro: number, plan = 'elite') => ({ type: 'LeadSubmitted', data: { depositEuro, plan } })
const steps = (field: string, value: string | number): FunnelStep[] => [
  { event: 'InteractionTracked' },
  { event: 'LeadSubmitted', where: [{ field, op: typeof value === 'number' ? 'gt' : 'is', value }] },
]
const placeAt = (index: number) => placeOf(0, 0, 0, index + 1)

/** How many visits reach the steps, and what was read of the log for that. */
async function counted(events: readonly Event[], asked: readonly FunnelStep[], strict = false) {
  const read: PackedPosition[] = []
  const rows = {
    async rows(_: unknown, __: number, sink: Parameters<HistoryRows['rows']>[2]) {
      for (const [index, { visit }] of events.entries()) {
        const view = new DataView(new ArrayBuffer(16))
        for (const [word, value] of wordsOf(placeAt(index)).entries()) view.setUint32(word * 4, value)
        sink.row(view, 0, index, visit, index + 1)
      }
    },
    carried: async () => [],
    kinds: async (keys: readonly number[]) =>
      keys.map(key => {
        const { type, data, untold } = events[key - 1] as Event
        return [key, type, untold ? {} : told(type, data)] as [number, string, JsonObject]
      }),
  } as unknown as HistoryRows
  const look = new Look({
    ...{
      held: new Held(2 ** 30),
      rows,
      position: `${Math.random()}` as Position,
      upTo: afterAll,
      version: '',
    },
    assertWanted: () => {},
    readLog: async places => {
      read.push(...places)
      return events.flatMap(({ data }, index) =>
        places.includes(placeAt(index)) ? [{ place: placeAt(index), stream: '', visitId: null, data }] : [],
      )
    },
  })
  const rules = rulesOf({
    ...{ steps: [...asked], windowSeconds: 60, strict },
    ...{ from: new Date(0).toISOString(), to: new Date(1_000).toISOString() },
  })
  const gathered = await gatherSteps(look, {
    ranges: [{ after: beforeAll, upTo: afterAll }],
    gathered: { by: 'visit', marks: new OfKinds(look.columns.kinds, stepsBy(asked).matched), kinds: false },
    steps: asked,
    worthOf: worthToChains(look, [rules]),
  })
  const { units, starts, ends, steps: marks } = gathered.trails()
  const trails = Object.fromEntries(
    Array.from(units, (unit, at) => [
      look.columns.streams.keys[unit],
      [...marks.subarray(starts[at], ends[at])],
    ]),
  )
  return { trails, read: read.map(place => wordsOf(place)[3] - 1) }
}

test('the log is read only for events by which a visit may come further', async () => {
  const events = [
    { visit: 1, ...seen },
    { visit: 1, ...lead(2_000) },
    { visit: 2, ...lead(2_000) },
    { visit: 3, ...seen },
    { visit: 3, ...lead(100) },
    { visit: 4, ...lead(2_000) },
    { visit: 4, ...seen },
  ]
  const { trails, read } = await counted(events, steps('depositEuro', 1_000))
  expect(trails).toEqual({ 1: [1, 2], 3: [1], 4: [1] })
  expect(read).toEqual([1, 4])
})

test('where no other step may stand between two, what is read is also what may stand there', async () => {
  const [first, last] = steps('depositEuro', 1_000) as [FunnelStep, FunnelStep]
  const three = [first, { event: 'ConsentGiven' }, last]
  const between = [
    { visit: 1, ...seen },
    { visit: 1, ...lead(2_000) },
    { visit: 1, type: 'ConsentGiven', data: {} },
  ]
  expect((await counted(between, three, true)).trails).toEqual({ 1: [1, 4, 2] })
  expect((await counted(between, three)).trails).toEqual({ 1: [1, 2] })
})

test('an event of which a build that did not know it told nothing is decided by its own data', async () => {
  const events = [
    { visit: 1, ...seen },
    { visit: 1, ...lead(500, 'starter'), untold: true },
    { visit: 2, ...seen },
    { visit: 2, ...lead(500), untold: true },
    { visit: 3, ...seen },
    { visit: 3, ...lead(500) },
  ]
  const { trails, read } = await counted(events, steps('plan', 'elite'))
  expect(trails).toEqual({ 1: [1], 2: [1, 2], 3: [1, 2] })
  expect(read).toEqual([1, 3])
})
