import { parseArgs } from 'node:util'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { type Kind, line, measure, median } from './console/calls.ts'
import { openProduct, type Running } from './console/product.ts'
import { countByJoins, makeTable } from './funnels/umami.ts'
import { inProductProcess } from './product-process.ts'

/**
 * What a funnel costs on the console's great log (see console.bench.ts): four steps within an hour over all of it, against a
 * chain of self-joins in PostgreSQL over the same events, in turns; the same asked again; what was done instead, paths,
 * retention, and one visit.
 * Run: `npm run bench -- funnels`, with `--visits 20000` for a smaller log
 */
inProductProcess()
const { values } = parseArgs({ options: { visits: { type: 'string', default: '500000' } } })
const reach = { warmMs: 500, timesFaster: 5, againMs: 20, pathsMs: 1_500, retentionMs: 300, visitMs: 60 }
const rounds = 5
const period = { from: '2020-01-01T00:00:00.000Z', to: '2030-01-01T00:00:00.000Z', windowSeconds: 3_600 }
const tracked = ['page_view', 'scroll', 'button_click']
const steps = [
  ...tracked.map(value => ({
    event: 'InteractionTracked',
    where: [{ field: 'eventType', op: 'is', value }],
  })),
  { event: 'LeadSubmitted' },
]

let asked = 0
await using opened = new AsyncDisposableStack()
const running = await openProduct(Number(values.visits), opened)
await makeTable(running)
await measureFunnel(running)
await measureReads(running)

async function post(path: string, body: object): Promise<{ ms: number; answer: unknown }> {
  const startedMs = performance.now()
  const answer = await fetch(`${running.address}/api/admin/funnels/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`)
  return { ms: performance.now() - startedMs, answer: JSON.parse(text) }
}

/** Another window by a second each time, since an answer that was kept takes no time. */
function definition(isNew: boolean) {
  const windowSeconds = period.windowSeconds + (isNew ? ++asked : 0)
  return { by: 'visit', steps, ...period, bots: true, windowSeconds }
}

async function measureFunnel(product: Running): Promise<void> {
  const times: Record<'warm' | 'again' | 'broken' | 'instead' | 'joins', number[]> = {
    ...{ warm: [], again: [], broken: [], instead: [], joins: [] },
  }
  let found: number[] = []
  let joined: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const warm = await post('run', definition(true))
    await post('run', definition(false))
    const again = await post('run', definition(false))
    const broken = await post('run', { ...definition(true), breakdown: 'device', trend: 'week' })
    const instead = await post('instead', { ...definition(true), step: 2 })
    const startedMs = performance.now()
    joined = await countByJoins(product, [...tracked, 'LeadSubmitted'], period)
    const joinsMs = performance.now() - startedMs
    found = (warm.answer as FunnelResult).steps.map(({ count }) => count)
    // The first round fills the caches.
    if (round === 0) continue
    times.warm.push(warm.ms)
    times.again.push(again.ms)
    times.broken.push(broken.ms)
    times.instead.push(instead.ms)
    times.joins.push(joinsMs)
  }
  const [events] = await product.query<{ count: string }>('select count(*) as count from log.events')
  console.log(`A funnel of four steps over ${events?.count} events, medians of ${rounds} rounds, ms:`)
  shown('as it is asked', median(times.warm), reach.warmMs)
  shown('asked again', median(times.again), reach.againMs)
  shown('with a breakdown and a trend', median(times.broken))
  shown('what was done instead', median(times.instead))
  shown('by joins in PostgreSQL', median(times.joins))
  const faster = median(times.joins) / median(times.warm)
  const missed = faster < reach.timesFaster ? '  MISSED' : ''
  console.log(`${faster.toFixed(1)} times as fast as the joins  (at least ${reach.timesFaster})${missed}`)
  console.log(
    `counted ${found.join(', ')}; by joins, whose window begins again with each step, ${joined.join(', ')}`,
  )
}

function shown(name: string, ms: number, mostMs?: number): void {
  const limit = mostMs === undefined ? '' : `  (at most ${mostMs})${ms > mostMs ? '  MISSED' : ''}`
  console.log(`${name.padEnd(46)} ${ms.toFixed(0).padStart(7)}${limit}`)
}

async function measureReads(product: Running): Promise<void> {
  const rows = await product.query<{ id: string }>(
    `select "sessionId" as id from read.visits order by md5("sessionId") limit 20`,
  )
  const kinds: Kind[] = [
    kind('paths of depth 5', ['/api/admin/paths?event=VisitStarted&depth=5'], reach.pathsMs),
    kind('retention', ['/api/admin/retention?action=InteractionTracked'], reach.retentionMs),
    kind(
      'one visit with its events',
      rows.map(({ id }) => `/api/admin/visits/${id}`),
      reach.visitMs,
    ),
  ]
  await measure(product, kinds)
  for (const each of kinds) console.log(line(each))
}

function kind(name: string, paths: string[], reachMs: number): Kind {
  return { name, paths, reachMs, times: [] }
}
