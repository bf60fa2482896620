import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { StoredEvent } from '@tba/event-store/port.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, administrator } from '../support/administrator.ts'
import { openProduct, type TestedProduct } from '../support/product.ts'
import { type FuzzedRequest, requests } from './fuzz.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const requestCount = 3_000
const warmCount = 500
const concurrency = 16
/** A live stream stays open until its client leaves. */
const listenMs = 250
const maxGrowthBytes = 64 * 1024 * 1024

let product: TestedProduct
let credentials: Record<string, Record<string, string>>
beforeAll(async () => {
  console.log(`FUZZ_SEED=${seed}`)
  // Otherwise the limits would refuse most requests first.
  product = await openProduct({ admin, limitScale: 100_000 })
  const customer = await product.customer()
  credentials = {
    customer: { cookie: `session=${customer.cookies.get('session')}` },
    administrator: { authorization: `Bearer ${(await administrator(product)).token}` },
  }
})
afterAll(() => product[Symbol.asyncDispose]())

function leftListening(error: Error): null {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return null
  throw error
}

/** Works on a few items at a time, until all are done. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const one = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, one))
}

const heapBytes = (() => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  return () => {
    collect()
    return process.memoryUsage().heapUsed
  }
})()

/** The requests that wrote to the log, without records of refusals. */
async function writers(): Promise<string[]> {
  const events = await product.recorded()
  const requestOf = ({ metadata }: StoredEvent) => String(metadata.correlationId)
  const refused = new Set(events.filter(({ type }) => type === 'ActionRefused').map(requestOf))
  const isKnown = (event: StoredEvent) => event.stream.startsWith('visit-') && refused.has(requestOf(event))
  return [...new Set(events.filter(event => !isKnown(event)).map(requestOf))]
}

test('random requests break and leak nothing, and only accepted ones are in the log', async () => {
  const before = new Set(await writers())
  const broken: { status: number; body: string; request: FuzzedRequest }[] = []
  const accepted = new Set<string>()
  const statuses = new Map<number, number>()
  const send = async (request: FuzzedRequest) => {
    const { method, url, headers, payload, signedIn } = request
    const streams = /^\/api\/(user|admin\/events)\/live/.test(url)
    const answering = product.app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...(signedIn && credentials[signedIn]) },
      ...(payload !== null && { payload }),
      // Short on purpose: a live stream does not end.
      ...(streams && { signal: AbortSignal.timeout(listenMs) }),
    })
    const answer = await (streams ? answering.catch(leftListening) : answering)
    if (answer === null) return
    const { statusCode } = answer
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    if (statusCode >= 500) broken.push({ status: statusCode, body: answer.body, request })
    if (statusCode < 400) accepted.add(String(answer.headers['x-request-id']))
  }

  const drawn = fc.sample(requests, { seed, numRuns: requestCount })
  await each(drawn.slice(0, warmCount), send)
  const warmBytes = heapBytes()
  await each(drawn.slice(warmCount), send)
  const grownBytes = heapBytes() - warmBytes

  expect(broken.slice(0, 5)).toEqual([])
  const wrote = (await writers()).filter(id => !before.has(id))
  expect(wrote.filter(id => !accepted.has(id))).toEqual([])
  // The run must not be only refusals: some requests are accepted, the rest gets several statuses.
  expect(wrote.length).toBeGreaterThan(requestCount / 200)
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 403, 404]))
  expect(grownBytes).toBeLessThan(maxGrowthBytes)
})
