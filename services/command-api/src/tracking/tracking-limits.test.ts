import { localBuckets } from '@tba/runtime/http/bucket.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { trackingLimits } from './tracking-limits.ts'
import { visits } from './visits.ts'

const nobody = visits()
const events = Array.from({ length: 49 }, () => ({ sessionId: 'visit' }))
const requestFrom = (ip: string) =>
  ({ ip, server: { limitScale: 1 }, headers: { 'content-length': '1000' } }) as unknown as FastifyRequest

/** Whether a call of so many events is taken, from its arrival on. */
function taken({ onArrival, pay }: ReturnType<typeof trackingLimits>, ip: string, count = 49): boolean {
  const request = requestFrom(ip)
  try {
    onArrival(request, {} as FastifyReply, () => {})
    pay(request, { visits: nobody, events: events.slice(0, count) })
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(HttpFailure)
    return false
  }
}

/** How many calls of 49 events pass, until the address has to wait. */
function passing({ pay }: ReturnType<typeof trackingLimits>, ip: string): number {
  for (let count = 0; ; count++) {
    try {
      pay(requestFrom(ip), { visits: nobody, events })
    } catch (error) {
      expect(error).toBeInstanceOf(HttpFailure)
      return count
    }
  }
}

test('many addresses together have no more than the whole can take in', () => {
  // Buckets refill while a slow machine works.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limits = trackingLimits(localBuckets)
  const counts = Array.from({ length: 50 }, (_, at) => passing(limits, `198.51.100.${at}`))
  expect(counts[0]).toBeGreaterThan(30)
  const sum = counts.reduce((total, count) => total + count, 0)
  expect(sum * 50).toBeLessThan(5_200)
})

/** Two seconds in which each of fifty addresses sends 200 calls a second. */
function flood(limits: ReturnType<typeof trackingLimits>, count: number): void {
  for (let ms = 0; ms < 2_000; ms += 5) {
    vi.advanceTimersByTime(5)
    for (let at = 0; at < 50; at++) taken(limits, `198.51.100.${at}`, count)
  }
}

test.each([49, 1])('a visitor is counted while fifty addresses send calls of %i events', count => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limits = trackingLimits(localBuckets)
  flood(limits, count)
  expect(taken(limits, '198.51.100.1', count)).toBe(false)
  expect([1, 2, 3].map(() => taken(limits, '203.0.113.7', 1))).toEqual([true, true, true])
})
