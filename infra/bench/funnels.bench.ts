import { parseArgs } from 'node:util'
import type { Worker } from 'node:worker_threads'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { type Kind, line, measure, median } from './console/calls.ts'
import { openProduct, type Running } from './console/product.ts'
import { countByJoins, makeTable } from './funnels/umami.ts'
import { measureWrites } from './funnels/writes.ts'
import { inProductProcess } from './product-process.ts'

/**
 * What a funnel costs on the console's great log (see console.bench.ts): four steps within an hour over all of it, warm and
 * after a restart, against a chain of self-joins in PostgreSQL over the same events; the same with a breakdown and a
 * compared period; one visit; and what keeping the columns costs whoever writes.
 * Run: `npm run bench -- funnels`, with `--visits 20000` for a smaller log, `--only counts,visit,writes`
 */
inProductProcess()
const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '500000' },
    only: { type: 'string', default: 'counts,visit,writes' },
  },
})
const reach = { timesFaster: 20, timesPlain: 2.5, visitMs: 20 }
const rounds = 5
const period = { from: '2020-01-01T00:00:00.000Z', to: '2030-01-01T00:00:00.000Z', windowSeconds: 3_600 }
const tracked = ['page_view', 'scroll', 'button_click']

let asked = 0
let worker: Worker | null = null
process.on('worker', begun => {
  worker = begun
})

await using opened = new AsyncDisposableStack()
const running = await openProduct(Number(values.visits), opened)
const parts: Record<string, (running: Running) => Promise<void>> = {
  counts: measureCounts,
  visit: measureVisit,
  writes: running => measureWrites(running, { start: async () => void (await count()), stop }),
}
for (const name of values.only.split(',')) {
  const part = parts[name]
  if (!part) throw new Error(`there is no part ${name}, but ${Object.keys(parts).join(', ')}`)
  await part(running)
  console.log()
}

async function stop(): Promise<void> {
  await worker?.terminate()
  worker = null
}

/** Each time with another window, by a microsecond: an answer that was kept would take no time. */
async function count(more: object = {}): Promise<{ ms: number; counts: number[] }> {
  const definition = {
    ...{ by: 'visit', ...period, windowSeconds: period.windowSeconds + ++asked / 1_000_000 },
    steps: [
      ...tracked.map(value => ({
        event: 'InteractionTracked',
        where: [{ field: 'eventType', op: 'is', value }],
      })),
      { event: 'LeadSubmitted' },
    ],
    ...{ bots: true, ...more },
  }
  const startedMs = performance.now()
  const answer = await fetch(`${running.address}/api/admin/funnels/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(definition),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the funnel was answered ${answer.status}: ${text}`)
  const { steps } = JSON.parse(text) as FunnelResult
  return { ms: performance.now() - startedMs, counts: steps.map(({ count }) => count) }
}

async function measureCounts(product: Running): Promise<void> {
  await makeTable(product)
  const [span] = await product.query<{ middle: Date }>(
    `select min(recorded_at) + (max(recorded_at) - min(recorded_at)) / 2 as middle from log.events`,
  )
  const compareTo = { from: period.from, to: span?.middle.toISOString() ?? period.to }
  const times = { cold: [] as number[], warm: [] as number[], both: [] as number[], joins: [] as number[] }
  let found: number[] = []
  let joined: number[] = []
  for (let round = 0; round < rounds; round++) {
    await stop()
    times.cold.push((await count()).ms)
  }
  // V8 takes some calls to optimise the code of the last thread.
  for (let warmUp = 0; warmUp < 10; warmUp++)
    await count(warmUp % 2 ? { breakdown: 'device', compareTo } : {})
  for (let round = 0; round <= rounds; round++) {
    const warm = await count()
    const both = await count({ breakdown: 'device', compareTo })
    const startedMs = performance.now()
    joined = await countByJoins(product, [...tracked, 'LeadSubmitted'], period)
    const joins = performance.now() - startedMs
    found = warm.counts
    if (round === 0) continue
    times.warm.push(warm.ms)
    times.both.push(both.ms)
    times.joins.push(joins)
  }
  const [events] = await product.query<{ count: string }>('select count(*) as count from log.events')
  console.log(`A funnel of four steps over ${events?.count} events, medians of ${rounds} rounds, ms:`)
  const shown = (name: string, its: number[]) =>
    console.log(`${name.padEnd(46)} ${median(its).toFixed(0).padStart(7)}`)
  shown('as it is asked', times.warm)
  shown('as the first after a restart', times.cold)
  shown('with a breakdown and a compared period', times.both)
  shown('by joins in PostgreSQL', times.joins)
  const faster = median(times.joins) / median(times.warm)
  const dearer = median(times.both) / median(times.warm)
  const missed = (isMissed: boolean) => (isMissed ? '  MISSED' : '')
  console.log(
    `${faster.toFixed(1)} times faster  (at least ${reach.timesFaster})${missed(faster < reach.timesFaster)}`,
  )
  console.log(
    `with both ${dearer.toFixed(2)} times the plain one  (at most ${reach.timesPlain})${missed(dearer > reach.timesPlain)}`,
  )
  console.log(
    `counted ${found.join(', ')}; by joins, whose window begins anew with each step, ${joined.join(', ')}`,
  )
}

async function measureVisit(product: Running): Promise<void> {
  const rows = await product.query<{ id: string }>(
    `select "sessionId" as id from read.visits order by md5("sessionId") limit 20`,
  )
  const paths = rows.map(({ id }) => `/api/admin/visits/${id}`)
  const kind: Kind = { name: 'one visit with its events', paths, reachMs: reach.visitMs, times: [] }
  await measure(product, [kind])
  console.log(line(kind))
}
