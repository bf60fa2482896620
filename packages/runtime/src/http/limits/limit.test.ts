import { serverInTest } from '../../testing/test-server.ts'
import type { HttpServerOptions } from '../http-server.ts'
import { localBuckets } from './bucket.ts'
import { limit, sharedLimit } from './limit.ts'

async function served(options: Partial<HttpServerOptions> = {}) {
  const app = await serverInTest(options)
  const bucket = app.bucket(crypto.randomUUID(), { capacity: 2, refillPerSecond: 0.01 })
  app.post('/api/register', { onRequest: limit(bucket) }, async () => 'ok')
  return async (calls: number, from = '203.0.113.1', headers = {}) => {
    const answers = []
    for (let call = 0; call < calls; call++)
      answers.push(await app.inject({ method: 'POST', url: '/api/register', remoteAddress: from, headers }))
    return answers
  }
}

const statuses = (answers: { statusCode: number }[]) => answers.map(answer => answer.statusCode)

test('an address that calls too often is refused in Italian, with the time to retry', async () => {
  const call = await served()
  const answers = await call(3)
  expect(statuses(answers)).toEqual([200, 200, 429])
  expect(answers[2]?.json()).toEqual({ message: 'Troppe richieste. Riprova tra 2 minuti.' })
  expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(90)
})

test('loopback is not exempt', async () =>
  expect(statuses(await (await served())(3, '127.0.0.1'))).toEqual([200, 200, 429]))

test('all addresses of one IPv6 holder share a bucket', async () => {
  const call = await served()
  await call(1, '2001:db8:1:2::1')
  await call(1, '2001:db8:1:2::2')
  expect(statuses(await call(1, '2001:db8:1:2:ffff::3'))).toEqual([429])
})

test('a load test can multiply the limits', async () => {
  const call = await served({ limitScale: 10 })
  expect(statuses(await call(21)).indexOf(429)).toBe(20)
})

test('a forwarded address counts only if its proxy is trusted', async () => {
  const forwarded = (address: string) => ({ 'x-forwarded-for': address })
  const direct = await served()
  await direct(2, '10.0.0.1', forwarded('198.51.100.1'))
  expect(statuses(await direct(1, '10.0.0.1', forwarded('198.51.100.2')))).toEqual([429])

  const behindProxy = await served({ trustProxy: ['10.0.0.0/8'] })
  await behindProxy(2, '10.0.0.1', forwarded('198.51.100.1'))
  expect(statuses(await behindProxy(1, '10.0.0.1', forwarded('198.51.100.2')))).toEqual([200])
  expect(statuses(await behindProxy(1, '10.0.0.2', forwarded('198.51.100.1')))).toEqual([429])
  await behindProxy(2, '203.0.113.9', forwarded('198.51.100.7'))
  expect(statuses(await behindProxy(1, '203.0.113.9', forwarded('198.51.100.8')))).toEqual([429])
})

test('a visitor who sends little may send while busy addresses have used up what all share', async () => {
  const app = await serverInTest()
  const of = (capacity: number) => ({ capacity, refillPerSecond: 0.001 })
  const shared = sharedLimit(localBuckets, 'forms', { ofAll: of(40), reserved: of(20), quiet: of(3) })
  app.post('/api/leads', { onRequest: limit(localBuckets('', of(100)), shared) }, async () => 'ok')
  const send = async (remoteAddress: string) =>
    (await app.inject({ method: 'POST', url: '/api/leads', remoteAddress })).statusCode
  const busy = []
  for (let call = 0; call < 60; call++) busy.push(await send(`203.0.113.${call % 4}`))
  // Three of each address count as of a visitor.
  expect(busy.filter(status => status === 200)).toHaveLength(40 + 4 * 3)
  expect([await send('198.51.100.1'), await send('203.0.113.1')]).toEqual([200, 429])
})
