import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import {
  type FunnelResult,
  type FunnelUnit,
  funnelResult,
  funnelUnitsPage,
  insteadView,
  savedFunnelDetail,
} from '@tba/events/funnels/views.ts'
import type { HistoryEvent, HistoryPage } from '@tba/events/history/views.ts'
import { idOf } from '@tba/events/streams.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Administrator, admin, administrator } from '../support/administrator.ts'
import { openProduct, type TestedProduct } from '../support/product.ts'
import { recordDays } from './funnels/dated.ts'
import { definitionsOver } from './funnels/definitions.ts'
import { life, live } from './funnels/lives.ts'
import { type Counted, countedBy } from './funnels/oracle.ts'

let product: TestedProduct
let console: Administrator
let log: HistoryEvent[]
/** Over what people did through the calls within seconds, and over what days recorded. */
let definitions: fc.Arbitrary<DatedFunnel>

beforeAll(async () => {
  product = await openProduct({ admin, limitScale: 1_000 })
  console = await administrator(product)
  await live(product, fc.sample(life, 10))
  log = await wholeLog()
  const registered = log.filter(({ type }) => type === 'AccountRegistered')
  await recordDays(
    product,
    registered.map(({ stream, data }) => ({ id: idOf(stream), userId: Number(data.userId) })),
  )
  const lived = log.length
  log = await wholeLog()
  definitions = fc.oneof(definitionsOver(log), definitionsOver(log.slice(lived)))
}, 120_000)
afterAll(() => product[Symbol.asyncDispose]())

/** All pages of the history, oldest first. */
async function wholeLog(): Promise<HistoryEvent[]> {
  const events: HistoryEvent[] = []
  let next: string | null = ''
  while (next !== null) {
    const path: string = `/api/admin/events?order=asc&limit=200${next && `&cursor=${next}`}`
    // What was written before the first page was asked for is in those behind it as well.
    const { body } = await (next ? console.get(path) : console.settled(path))
    const page = body as HistoryPage
    events.push(...page.events)
    next = page.next
  }
  return events
}

async function ask<T>(path: string, body: object, shape: { parse(said: unknown): T }): Promise<T> {
  const answer = await console.post(`/api/admin/funnels/${path}`, body)
  if (answer.status !== 200) throw new Error(`${JSON.stringify(body)} was answered ${answer.text}`)
  return shape.parse(answer.body)
}

const run = (definition: DatedFunnel) => ask('run', definition, funnelResult)

/** What is counted of the log up to a position, and of nothing behind it. */
async function expected(definition: DatedFunnel, position: string | null): Promise<Counted> {
  const upTo = () => log.findIndex(event => event.position === position) + 1
  if (upTo() === 0) log = await wholeLog()
  expect(upTo(), `${position} is in the log`).toBeGreaterThan(0)
  return countedBy(log.slice(0, upTo()), definition)
}

const rounded = (steps: FunnelResult['steps']) =>
  steps.map(step => ({
    ...step,
    medianSeconds: step.medianSeconds === null ? null : Math.round(step.medianSeconds * 1e7) / 1e7,
  }))
const byValue = (rows: FunnelResult['breakdown'] = []) =>
  Object.fromEntries(rows.map(({ value, steps }) => [String(value), rounded(steps)]))

/** That a result says what the log does. */
async function check(definition: DatedFunnel, result: FunnelResult): Promise<Counted> {
  const counted = await expected(definition, result.position)
  expect(rounded(result.steps)).toEqual(counted.steps)
  expect(result.breakdown !== undefined).toBe(definition.breakdown !== undefined)
  if (definition.breakdown) expect(byValue(result.breakdown)).toEqual(byValue(counted.breakdown))
  expect([result.from, result.to, result.open]).toEqual([definition.from, definition.to, counted.open])
  expect(result.trend).toEqual(definition.trend && counted.trend)
  const frequent = (result.breakdown ?? []).map(({ steps }) => steps[0]?.count ?? 0)
  expect(frequent).toEqual(frequent.toSorted((one, other) => other - one))
  if (definition.compareTo) {
    const compared = await expected({ ...definition, ...definition.compareTo }, result.position)
    expect(rounded(result.compared?.steps ?? [])).toEqual(compared.steps)
  }
  return counted
}

/** All pages of the units that a bar counts. */
async function unitsOf(asked: object): Promise<FunnelUnit[]> {
  const units: FunnelUnit[] = []
  let cursor: string | null = null
  do {
    const more = { ...asked, limit: 7, ...(cursor !== null && { cursor }) }
    const page: Awaited<ReturnType<typeof funnelUnitsPage.parse>> = await ask('visits', more, funnelUnitsPage)
    units.push(...page.units)
    cursor = page.next
  } while (cursor !== null)
  return units
}

const byId = <T extends { id: string }>(units: readonly T[]) =>
  units.toSorted((one, other) => (one.id < other.id ? -1 : 1))

test('any funnel counts what going through the whole history by its pages does', async () => {
  await fc.assert(
    fc.asyncProperty(definitions, async definition => {
      const result = await run(definition)
      if (definition.asOf) expect(result.position).toBe(definition.asOf)
      await check(definition, result)
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('a bar opens exactly the units that it counts, and so does what was lost behind it', async () => {
  await fc.assert(
    fc.asyncProperty(definitions, fc.nat(), fc.boolean(), async (definition, nth, isReached) => {
      const asOf = definition.asOf ?? log.at(-1)?.position
      const asked = { ...definition, asOf: asOf as string }
      const step = 1 + (nth % definition.steps.length)
      const counted = await check(asked, await run(asked))
      const outcome = isReached ? 'reached' : 'dropped'
      const units = await unitsOf({ ...asked, step, outcome })
      const isLast = step === definition.steps.length
      const ways = counted.ways.filter(({ reached }) => {
        return isReached ? reached >= step : reached === step && !isLast
      })
      expect(byId(units)).toEqual(byId(ways))
    }),
    { numRuns: 12 },
  )
}, 120_000)

/** What nobody did, but is recorded beside what somebody does. */
const beside = ['VisitStarted', 'EmailClaimed', 'EmailReleased']

/** How often each came, as `[name, times]` in the order of names. */
function frequencies(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort()
}

function nextAfter(events: readonly HistoryEvent[]): string {
  const done = events.filter(({ type }) => type !== 'ActionRefused')
  return (done.find(({ type }) => !beside.includes(type)) ?? done[0])?.type ?? 'nothing'
}

const refusalsIn = (events: readonly HistoryEvent[]) => [
  ...new Set(
    events.filter(({ type }) => type === 'ActionRefused').map(({ data }) => `${data.action} ${data.reason}`),
  ),
]

test('beside what was lost stands what exactly those did next, and what they were refused', async () => {
  await fc.assert(
    fc.asyncProperty(definitions, fc.nat(), async (definition, nth) => {
      const step = 1 + (nth % definition.steps.length)
      const asked = { ...definition, asOf: definition.asOf ?? (log.at(-1)?.position as string) }
      const { ways, after } = await expected(asked, asked.asOf)
      const isLast = step === definition.steps.length
      const lost = after.filter((_, at) => ways[at]?.reached === step && !isLast)
      const { count, next, refusals } = await ask('instead', { ...asked, step }, insteadView)
      expect(count).toBe(lost.length)
      const told = next.flatMap(row => Array.from({ length: row.count }, () => row.event ?? 'nothing'))
      expect(frequencies(told)).toEqual(frequencies(lost.map(nextAfter)))
      const refused = refusals.flatMap(row =>
        Array.from({ length: row.count }, () => `${row.action} ${row.reason}`),
      )
      expect(frequencies(refused)).toEqual(frequencies(lost.flatMap(refusalsIn)))
    }),
    { numRuns: 12 },
  )
}, 120_000)

const savedAs = async (id: string) =>
  savedFunnelDetail.parse((await console.settled(`/api/admin/funnels/${id}`)).body)

test('a saved funnel says what a run of it does, and goes on counting as people go on living', async () => {
  const saved = await Promise.all(
    fc.sample(definitions, 3).map(async (definition, at) => {
      const { body } = await console.post('/api/admin/funnels', { name: `Funnel ${at}`, ...definition })
      return { id: (body as { id: string }).id, definition }
    }),
  )
  const rounds = 2
  for (let round = 0; round < rounds; round++) {
    log = await wholeLog()
    for (const { id, definition } of saved) {
      const { result } = await savedAs(id)
      await check(definition, result)
      expect(result).toEqual(await run({ ...definition, asOf: result.position as string }))
    }
    if (round < rounds - 1) await live(product, fc.sample(life, 2))
  }
}, 120_000)
