import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { SavedFunnelDetail } from '@tba/events/funnels/views.ts'
import { type Kind, line, measure, median } from './console/calls.ts'
import { openProduct, type Running } from './console/product.ts'
import { inProductProcess } from './product-process.ts'

/**
 * What a saved funnel of four steps within an hour costs on the console's great log (see console.bench.ts): how long the
 * past is counted, how long an answer takes from then on, how late what somebody does is in it, and what it takes on disk.
 * Run: `npm run bench -- saved-funnels`, with `--visits 20000` for a smaller log.
 */
inProductProcess()
const { values } = parseArgs({ options: { visits: { type: 'string', default: '500000' } } })
const reachMs = 20
const path = '/api/admin/funnels'
const definition = {
  by: 'visit',
  steps: [
    ...['page_view', 'scroll', 'button_click'].map(value => ({
      event: 'InteractionTracked',
      where: [{ field: 'eventType', op: 'is', value }],
    })),
    { event: 'LeadSubmitted' },
  ],
  ...{ windowSeconds: 3_600, from: '2020-01-01T00:00:00.000Z', to: '2030-01-01T00:00:00.000Z' },
}

await using opened = new AsyncDisposableStack()
const running = await openProduct(Number(values.visits), opened)
await measureSaved('plain', definition)
await measureSaved('with a breakdown and a compared period', {
  ...definition,
  ...{ breakdown: 'device', compareTo: { from: '2020-01-01T00:00:00.000Z', to: '2029-01-01T00:00:00.000Z' } },
})

async function measureSaved(name: string, saved: object): Promise<void> {
  const { id } = await call<{ id: string }>(running, 'POST', path, { name, ...saved })
  try {
    const startedMs = performance.now()
    while (!(await countedOf(id))) await pause(100)
    console.log(`${name}: the past is counted in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
    const detail = await call<SavedFunnelDetail>(running, 'GET', `${path}/${id}`)
    const asOf = detail.result.position
    const run = await call<SavedFunnelDetail['result']>(running, 'POST', `${path}/run`, { ...saved, asOf })
    if (JSON.stringify(run) !== JSON.stringify(detail.result))
      throw new Error(`a run counts ${JSON.stringify(run)}, kept is ${JSON.stringify(detail.result)}`)
    const kind: Kind = { name: 'its answer', paths: Array(40).fill(`${path}/${id}`), reachMs, times: [] }
    await measure(running, [kind])
    console.log(line(kind))
    const late: number[] = []
    for (let round = 0; round < 20; round++) late.push(await lateness(id))
    console.log(`what somebody does is in it after ${median(late).toFixed(0)} ms`)
    const [size] = await running.query<{ kib: string; rows: string }>(`
      select (sum(pg_total_relation_size(c.oid)) / 1024)::int as kib, (select count(*) from funnels.times)::int as rows
      from pg_class c where c.relnamespace = 'funnels'::regnamespace and c.relkind = 'r'`)
    console.log(`its tables take ${size?.kib} KiB, with ${size?.rows} buckets\n`)
  } finally {
    await call(running, 'DELETE', `${path}/${id}`)
  }
}

async function countedOf(id: string): Promise<boolean> {
  const [row] = await running.query(
    'select 1 from funnels.keeping where funnel = $1 and counted is not null',
    [id],
  )
  return row !== undefined
}

/** From where a visit is recorded to where one more is counted. */
async function lateness(id: string): Promise<number> {
  const before = await firstCount(id)
  const sessionId = `session_${Date.now()}_${crypto.randomUUID()}`
  const startedMs = performance.now()
  const body = { sessionId, clientId: crypto.randomUUID(), eventType: 'page_view', page: '/' }
  await call(running, 'POST', '/api/tracking/interaction', body)
  while ((await firstCount(id)) === before);
  return performance.now() - startedMs
}

async function firstCount(id: string): Promise<number | undefined> {
  const { result } = await call<SavedFunnelDetail>(running, 'GET', `${path}/${id}`)
  return result.steps[0]?.count
}

async function call<T>({ address, token }: Running, method: string, to: string, body?: object): Promise<T> {
  const answer = await fetch(address + to, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/120',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${to} was answered ${answer.status}: ${text}`)
  return text === '' ? (undefined as T) : JSON.parse(text)
}
