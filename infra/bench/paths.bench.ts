import { parseArgs } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { median } from './console/calls.ts'
import { openProduct } from './console/product.ts'
import { inProductProcess } from './product-process.ts'

/**
 * What paths and retention cost on the console's great log (see console.bench.ts), over all of it: as the first question
 * after a restart, which reads the log, and once it is in memory. A funnel by visit and one by customer stand beside them.
 * Run: `npm run bench -- paths`, with `--visits 20000` for a smaller log
 */
inProductProcess()
const { values } = parseArgs({ options: { visits: { type: 'string', default: '500000' } } })
const rounds = 5
/** V8 takes some calls to optimise the code of a new thread. */
const warmUps = 5
const whole = { from: '2020-01-01T00:00:00.000Z', to: '2030-01-01T00:00:00.000Z' }

let asked = 0
let worker: Worker | null = null
process.on('worker', begun => {
  worker = begun
})

await using opened = new AsyncDisposableStack()
const { address, token, query } = await openProduct(Number(values.visits), opened)

async function stop(): Promise<void> {
  await worker?.terminate()
  worker = null
}

type Answer = { ms: number; said: string }

async function call(path: string, body?: object): Promise<{ ms: number; answer: unknown }> {
  const startedMs = performance.now()
  const response = await fetch(address + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`)
  return { ms: performance.now() - startedMs, answer: JSON.parse(text) }
}

/** Each time another period, by a millisecond: an answer that was kept would take no time. */
const period = () => ({ ...whole, from: new Date(Date.parse(whole.from) + ++asked).toISOString() })

async function paths(more: Record<string, string>): Promise<Answer> {
  const { ms, answer } = await call(`/api/admin/paths?${new URLSearchParams({ ...more, ...period() })}`)
  const { count, isCut } = answer as { count: number; isCut?: boolean }
  return { ms, said: `${count} visits${isCut ? ', cut' : ''}` }
}

async function retention(): Promise<Answer> {
  const about = new URLSearchParams({ action: 'SessionOpened', ...period() })
  const { ms, answer } = await call(`/api/admin/retention?${about}`)
  const { rows } = answer as { rows: { size: number }[] }
  return { ms, said: `${rows.reduce((sum, { size }) => sum + size, 0)} customers in ${rows.length} weeks` }
}

async function funnel(by: string, steps: object[]): Promise<Answer> {
  const { ms, answer } = await call('/api/admin/funnels/run', {
    by,
    steps,
    windowSeconds: 86_400,
    ...period(),
  })
  const counts = (answer as { steps: { count: number }[] }).steps.map(({ count }) => count)
  return { ms, said: `counted ${counts.join(', ')}` }
}

const viewed = { field: 'eventType', op: 'is', value: 'page_view' }
const questions: Record<string, () => Promise<Answer>> = {
  'paths behind a view, 3 steps': () =>
    paths({ event: 'InteractionTracked', where: 'eventType:is:page_view', depth: '3' }),
  'paths behind a view, 5 steps': () =>
    paths({ event: 'InteractionTracked', where: 'eventType:is:page_view', depth: '5' }),
  'paths before a lead, 3 steps': () => paths({ event: 'LeadSubmitted', direction: 'previous', depth: '3' }),
  'retention of who registered': retention,
  'a funnel by visit': () =>
    funnel('visit', [{ event: 'InteractionTracked', where: [viewed] }, { event: 'LeadSubmitted' }]),
  'a funnel by customer': () =>
    funnel('customer', [
      { event: 'InteractionTracked', where: [viewed] },
      { event: 'AccountRegistered' },
      { event: 'PlanActivated' },
    ]),
}

const [log] = await query<{ events: string; visits: string; customers: string; ties: string }>(`
  select (select sum(count) from read.history_kinds) as events, (select count(*) from read.visits) as visits,
    (select count(*) from read.history_accounts) as customers, (select count(*) from read.history_ties) as ties`)
console.log(
  `${log?.events} events, ${log?.visits} visits, ${log?.customers} customers with ${log?.ties} ties; medians of ${rounds} rounds, ms:`,
)
const shown = (name: string, ...cells: string[]) =>
  console.log(`${name.padEnd(32)}${cells.map(cell => cell.padStart(16)).join('')}`)
shown('', 'after a restart', 'in memory')
for (const [name, ask] of Object.entries(questions)) {
  const times = { cold: [] as number[], warm: [] as number[] }
  let said = ''
  for (let round = 0; round < rounds; round++) {
    await stop()
    times.cold.push((await ask()).ms)
  }
  for (let round = -warmUps; round < rounds; round++) {
    const answer = await ask()
    if (round >= 0) times.warm.push(answer.ms)
    said = answer.said
  }
  shown(name, median(times.cold).toFixed(0), median(times.warm).toFixed(0), `  ${said}`)
}
