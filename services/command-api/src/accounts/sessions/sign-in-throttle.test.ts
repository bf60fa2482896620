import { randomBytes } from 'node:crypto'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { openRedis } from '@tba/runtime/redis/connection.ts'
import { hasRedis, redisServer } from '@tba/testing/redis-server.ts'
import { counters } from './counters.ts'
import { type SignInAttempt, signInThrottle } from './sign-in-throttle.ts'

const hashKey = randomBytes(32)
const passwords = {
  queued: <T>(_: unknown, work: (verify: () => Promise<boolean>) => Promise<T>) => work(async () => false),
}
const here: SignInAttempt = { emailHash: 'anna', address: '198.51.100.1', from: 'anywhere' }

const throttle = (counter = counters(null)) => signInThrottle({ counter, limitScale: 1, hashKey, passwords })

/** The answer to a guess: wrong, or the seconds to wait. */
async function guess(
  throttled: ReturnType<typeof throttle>,
  who: Partial<SignInAttempt> = {},
  right = false,
) {
  try {
    return (await throttled.attempt({ ...here, ...who }, async () => (right ? 'in' : null))) ?? 'wrong'
  } catch (error) {
    if (error instanceof HttpFailure && error.status === 429) return Number(error.headers['retry-after'])
    throw error
  }
}

/** Many addresses for one account, so that no limit of an address is reached. */
const otherAddress = (at: number) => `203.0.${at >> 8}.${at & 255}`

describe('wrong passwords', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('delay later attempts from here, also right ones: one second after the fifth, doubled up to 15 minutes', async () => {
    const throttled = throttle()
    for (let n = 0; n < 5; n++) expect(await guess(throttled)).toBe('wrong')
    const waits = []
    for (let n = 0; n < 12; n++) {
      const seconds = Number(await guess(throttled, {}, true))
      waits.push(seconds)
      expect(await guess(throttled, { address: '198.51.100.2' }, true)).toBe('in')
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      expect(await guess(throttled)).toBe('wrong')
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('are forgotten after a right one, and after an hour', async () => {
    const throttled = throttle()
    const afterAnHour = () => vi.advanceTimersByTimeAsync(3_600_000)
    for (const forgotten of [() => guess(throttled, {}, true), afterAnHour]) {
      for (let n = 0; n < 4; n++) expect(await guess(throttled)).toBe('wrong')
      await forgotten()
    }
    for (let n = 0; n < 4; n++) expect(await guess(throttled)).toBe('wrong')
    expect(await guess(throttled, {}, true)).toBe('in')
  })

  test('at the same time count like one after the other', async () => {
    const throttled = throttle()
    const answers = await Promise.all(Array.from({ length: 10 }, () => guess(throttled)))
    expect(answers.filter(answer => answer === 'wrong')).toHaveLength(5)
  })

  test.each([
    ['an IPv4 address, however it is written', ['198.51.100.9', '::ffff:198.51.100.9', '::ffff:c633:6409']],
    ['a whole /64', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1']],
  ])('a hundred of %s block it for all accounts for ten minutes', async (_what, addresses) => {
    const throttled = throttle()
    const from = (at: number) => ({ emailHash: `${at}`, address: addresses[at % addresses.length] as string })
    const answers = await Promise.all(Array.from({ length: 400 }, (_, at) => guess(throttled, from(at))))
    expect(answers.filter(answer => answer === 'wrong')).toHaveLength(100)
    expect(await guess(throttled, { ...from(0), emailHash: 'other' }, true)).toBe(600)
    expect(await guess(throttled, { address: '198.51.100.10' }, true)).toBe('in')
  })

  test('from many addresses for one account make unknown browsers wait, but not known ones', async () => {
    const throttled = throttle()
    for (let at = 0; at < 200; at++)
      expect(await guess(throttled, { address: otherAddress(at) })).toBe('wrong')
    expect(await guess(throttled, {}, true)).toBe(3600)
    expect(await guess(throttled, { from: 'known' }, true)).toBe('in')
    for (let n = 0; n < 5; n++) expect(await guess(throttled, { from: 'known' })).toBe('wrong')
    expect(await guess(throttled, { from: 'known' }, true)).toBe(1)
  })

  test('do not count if the check failed', async () => {
    const throttled = throttle()
    for (let n = 0; n < 4; n++) await guess(throttled)
    const broken = throttled.attempt(here, () => Promise.reject(new Error('out of memory')))
    await expect(broken).rejects.toThrow('out of memory')
    expect(await guess(throttled)).toBe('wrong')
    expect(await guess(throttled)).toBe(1)
  })
})

test.runIf(hasRedis)(
  'with Redis, processes count together, and each continues alone without it',
  async () => {
    const redis = await redisServer()
    const opened = async () => {
      const link = await openRedis({ url: redis.url, name: 'test', logger: { info() {}, warn() {} } })
      onTestFinished(() => link.close())
      return throttle(counters(link))
    }
    const [one, other] = [await opened(), await opened()]
    for (let at = 0; at < 100; at++)
      expect(await guess(at % 2 ? one : other, { emailHash: `${at}` })).toBe('wrong')
    expect(await guess(one, {}, true)).toBeGreaterThan(500)
    expect(await guess(other, {}, true)).toBeGreaterThan(500)
    expect((await redis.client.keys('*')).join()).not.toContain('198.51')
    await redis.stop()
    await expect.poll(() => guess(one)).toBe('wrong')
  },
)
