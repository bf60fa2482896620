import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { localBuckets } from '@tba/runtime/http/limits/bucket.ts'
import type { FastifyRequest } from 'fastify'
import { trackingLimiter, trackingLimits } from './tracking-limits.ts'
import { visits } from './visits.ts'

const nobody = visits()
const events = Array.from({ length: 49 }, () => ({ sessionId: 'visit' }))
const requestFrom = (ip: string) =>
  ({ ip, server: { limitScale: 1 }, headers: { 'content-length': '1000' } }) as unknown as FastifyRequest

/** Buckets refill while a slow machine works. */
function holdClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Whether a call with this many events is accepted, from its arrival on. */
async function taken({ chargeBySize, charge }: ReturnType<typeof trackingLimits>, ip: string, count = 49) {
  const request = requestFrom(ip)
  try {
    await chargeBySize(request)
    charge(request, { visits: nobody, events: events.slice(0, count) })
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(HttpFailure)
    return false
  }
}

/** The number of accepted calls of 49 events, until the address must wait. */
function passing({ charge }: ReturnType<typeof trackingLimits>, ip: string): number {
  for (let count = 0; ; count++) {
    try {
      charge(requestFrom(ip), { visits: nobody, events })
    } catch (error) {
      expect(error).toBeInstanceOf(HttpFailure)
      return count
    }
  }
}

test('a visit may have two thousand events', async () => {
  const { visits } = trackingLimiter({ limitScale: 1, bucket: localBuckets } as unknown as App)
  const add = (count: number, recorded: number) =>
    visits.appendWithinLimit('visit', count, async () => ({ recorded }))
  visits.remember('visit', { origin: null, recorded: 1_999 })
  expect([await add(2, 2_001), await add(1, 2_000), await add(1, 2_001)]).toEqual([false, true, false])
})

test('many addresses together stay within the global limit', () => {
  holdClock()
  const limits = trackingLimits(localBuckets)
  const counts = Array.from({ length: 50 }, (_, at) => passing(limits, `198.51.100.${at}`))
  expect(counts[0]).toBeGreaterThan(30)
  const sum = counts.reduce((total, count) => total + count, 0)
  expect(sum * 50).toBeLessThan(5_200)
})

/** Two seconds in which each of fifty addresses sends 200 calls a second. */
async function flood(limits: ReturnType<typeof trackingLimits>, count: number): Promise<void> {
  for (let ms = 0; ms < 2_000; ms += 5) {
    vi.advanceTimersByTime(5)
    for (let at = 0; at < 50; at++) await taken(limits, `198.51.100.${at}`, count)
  }
}

test.each([49, 1])(
  'a visitor’s events are accepted while fifty addresses send calls of %i events',
  async count => {
    holdClock()
    const limits = trackingLimits(localBuckets)
    await flood(limits, count)
    expect(await taken(limits, '198.51.100.1', count)).toBe(false)
    for (let call = 0; call < 3; call++) expect(await taken(limits, '203.0.113.7', 1)).toBe(true)
  },
)

test('fifty refused addresses are refused by their heads until the announced time', async () => {
  holdClock()
  const { chargeBySize, charge } = trackingLimits(localBuckets)
  const heads = { refused: 0, read: 0, taken: 0 }
  const call = async (ip: string) => {
    let step: keyof typeof heads = 'refused'
    try {
      await chargeBySize(requestFrom(ip))
      step = 'read'
      charge(requestFrom(ip), { visits: nobody, events })
      step = 'taken'
    } catch (error) {
      const headers = { 'retry-after': expect.stringMatching(/^[1-9]/) }
      expect(error).toMatchObject({ status: 429, headers })
    }
    heads[step]++
  }
  for (let ms = 0; ms < 10_000; ms += 50) {
    vi.advanceTimersByTime(50)
    for (let at = 0; at < 50; at++) await call(`198.51.100.${at}`)
  }
  // Of 1,000 calls a second, at most one per address is read in vain.
  expect(heads.read).toBeLessThanOrEqual(50 * 10)
  expect(heads.refused).toBeGreaterThan(9_000)
  // The global limit is still used.
  expect(heads.taken * 50).toBeGreaterThan(4_000 + 800 * 9)
})
