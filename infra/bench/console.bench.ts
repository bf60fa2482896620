import { parseArgs } from 'node:util'
import { type Kind, line, measure, rounds } from './console/calls.ts'
import { measureHistory } from './console/history.ts'
import { measureLive } from './console/live.ts'
import { longStream } from './console/long-stream.ts'
import { openProduct, type Running } from './console/product.ts'
import { measureStorage } from './console/storage.ts'
import { inProductProcess } from './product-process.ts'

/**
 * What the console costs on a great log: 500,000 visits of ten events each, with the leads, questionnaires and customers that
 * came of them, made by the sample month's stories and the real projector. They are made once, which takes a while, into
 * the folder for temporary files, and found there by the next run. All calls go over HTTP, from other processes. Each
 * figure is printed beside what was set out to be reached.
 * Run: `npm run bench -- console`, with `--visits 30000` for a smaller log, `--only history,stats,timeline,storage,live`
 */
inProductProcess()
const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '500000' },
    only: { type: 'string', default: 'storage,stats,timeline,history,live' },
  },
})
/** About ten thousand events. */
const fewVisits = 1_000
const statsPath = '/api/admin/dashboard'
const calls = 20

const few = await dashboardAmong(fewVisits)
await using opened = new AsyncDisposableStack()
const running = await openProduct(Number(values.visits), opened)
const parts: Record<string, (running: Running) => Promise<void>> = {
  storage: measureStorage,
  stats: measureStats,
  timeline: measureTimeline,
  history: measureHistory,
  live: measureLive,
}
for (const name of values.only.split(',')) {
  const part = parts[name]
  if (!part) throw new Error(`there is no part ${name}, but ${Object.keys(parts).join(', ')}`)
  await part(running)
  console.log()
}

function kindOf(name: string, path: string, reachMs: number): Kind {
  return { name, paths: Array(calls).fill(path), reachMs, times: [] }
}

async function dashboardAmong(visits: number): Promise<Kind | null> {
  if (!values.only.includes('stats')) return null
  await using small = new AsyncDisposableStack()
  const kind = kindOf('dashboard, ten thousand events', statsPath, 5)
  await measure(await openProduct(visits, small), [kind])
  return kind
}

async function measureStats(product: Running): Promise<void> {
  const many = kindOf('dashboard, the whole log', statsPath, 5)
  await measure(product, [many])
  console.log(`Dashboard, medians of ${rounds} rounds of ${calls} calls:`)
  for (const kind of [few, many]) if (kind) console.log(line(kind))
}

async function measureTimeline(product: Running): Promise<void> {
  const path = `/api/admin/streams/${encodeURIComponent(longStream.name)}`
  const kind = kindOf(`timeline of ${longStream.length} events`, path, 60)
  await measure(product, [kind])
  console.log(line(kind))
}
