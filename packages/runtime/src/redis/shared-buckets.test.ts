import { randomBytes } from 'node:crypto'
import { hasRedis, type RedisServer, redisServer, startRedis } from '@tba/testing/redis-server.ts'
import { waitFor } from '@tba/testing/wait.ts'
import type { TokenBucket } from '../http/limits/bucket.ts'
import { openRedis, type RedisLogger } from './connection.ts'
import { sharedBuckets } from './shared-buckets.ts'

const hashKey = randomBytes(32)
const leads = { capacity: 20, refillPerSecond: 0.01 }

async function limiting(url: string) {
  const messages: string[] = []
  const log = (_fields: object, message: string) => void messages.push(message)
  const logger: RedisLogger = { info: log, warn: log }
  const connection = await openRedis({ url, name: 'test', logger })
  onTestFinished(() => connection.close())
  return { buckets: sharedBuckets(connection, hashKey), messages }
}

function passing(bucket: TokenBucket, key: string): number {
  for (let count = 0; ; count++) if (!bucket.take(key).ok) return count
}

const untilLimited = (bucket: TokenBucket, key: string) => expect.poll(() => bucket.take(key).ok).toBe(false)

describe.runIf(hasRedis)('with Redis, processes share limits', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.destroy())

  test('a bucket spent at one process is spent at all', async () => {
    const [one, other] = [await limiting(redis.url), await limiting(redis.url)]
    const [here, there] = [one.buckets('leads', leads), other.buckets('leads', leads)]
    expect(passing(here, '203.0.113.1')).toBe(20)
    await expect.poll(() => redis.client.keys('limits:*')).toHaveLength(1)
    // The first call passes: it only then learns the count.
    there.take('203.0.113.1')
    await untilLimited(there, '203.0.113.1')
    expect(there.take('203.0.113.2').ok).toBe(true)
  })

  test('what two processes let through at once is a debt, of twice the refill time at most', async () => {
    const processes = await Promise.all(Array.from({ length: 4 }, () => limiting(redis.url)))
    const buckets = processes.map(({ buckets: make }) => make('debt', leads))
    for (const bucket of buckets) expect(passing(bucket, 'a')).toBe(20)
    await waitFor(() => {
      const waits = buckets.map(bucket => bucket.take('a')).map(it => (it.ok ? 0 : it.retryAfterSeconds))
      expect(Math.min(...waits)).toBeGreaterThan(0)
      // The bucket is full again after 4,000 s. A token is there 2,000 s earlier.
      expect(Math.max(...waits)).toBeGreaterThan(2_000)
      expect(Math.max(...waits)).toBeLessThanOrEqual(2_100)
    })
  })

  test('Redis holds no address', async () => {
    const { buckets } = await limiting(redis.url)
    buckets('leads', leads).take('198.51.100.77')
    await expect.poll(() => redis.client.dbsize()).toBeGreaterThan(0)
    expect((await redis.client.keys('*')).join()).not.toContain('198.51')
    expect((await redis.client.keys('*')).every(key => /^limits:[\w-]{22}$/.test(key))).toBe(true)
  })

  test('drops a flood that is too fast for Redis, and counts what comes after it', async () => {
    const { buckets } = await limiting(redis.url)
    const bucket = buckets('torrent', leads)
    await redis.client.flushdb()
    for (let address = 0; address < 20_001; address++) bucket.take(`${address}`)
    expect(passing(bucket, '0')).toBe(19)
    // Counts arrive in order. When this one is there, all earlier ones are.
    await expect.poll(() => redis.client.dbsize()).toBeGreaterThan(0)
    expect(await redis.client.dbsize()).toBe(1)
  })
})

describe.runIf(hasRedis)('while Redis is away, each process limits by itself, and no call waits', () => {
  const outages: [
    what: string,
    begin: (redis: RedisServer) => unknown,
    end: (redis: RedisServer) => unknown,
  ][] = [
    ['is killed', redis => redis.stop(), redis => redis.start()],
    ['hangs', redis => redis.pause(), redis => redis.resume()],
    [
      'is full',
      redis => redis.client.config('SET', 'maxmemory', '1'),
      redis => redis.client.config('SET', 'maxmemory', '0'),
    ],
  ]
  test.each(outages)('one that %s', async (_what, begin, end) => {
    const redis = await redisServer()
    const [one, other] = [await limiting(redis.url), await limiting(redis.url)]
    const [here, there] = [one.buckets('leads', leads), other.buckets('leads', leads)]
    expect(passing(here, 'before')).toBe(20)
    there.take('before')
    await untilLimited(there, 'before')

    await begin(redis)
    await waitFor(() => {
      for (const bucket of [here, there]) bucket.take('outage')
      expect([one.messages.length, other.messages.length]).toEqual([1, 1])
    })
    expect(passing(here, 'meanwhile')).toBe(20)
    expect(passing(there, 'meanwhile')).toBe(20)
    expect([here.take('before').ok, there.take('before').ok]).toEqual([false, false])

    await end(redis)
    let calls = 0
    // New calls are counted together again.
    await waitFor(() => {
      here.take(`knock ${calls}`)
      there.take(`knock ${calls++}`)
      expect([one.messages.length, other.messages.length]).toEqual([2, 2])
    })
    expect(passing(here, 'after')).toBe(20)
    await expect.poll(() => passing(there, `after`)).toBeLessThan(20)
    await untilLimited(there, 'after')
    expect(one.messages).toEqual(['Redis is away: every process continues by itself', 'Redis is back'])
  })

  test('a missing Redis delays the start by two seconds at most', async () => {
    const sinceMs = performance.now()
    const { buckets, messages } = await limiting('redis://127.0.0.1:1')
    // Short on purpose: without its limit the start would wait for ever.
    expect(performance.now() - sinceMs).toBeLessThan(60_000)
    expect(passing(buckets('leads', leads), 'a')).toBe(20)
    expect(messages).toEqual(['Redis is away: every process continues by itself'])
  })
})
