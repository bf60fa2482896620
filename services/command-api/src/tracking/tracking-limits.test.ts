import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { trackingLimits } from './tracking-limits.ts'
import { visits } from './visits.ts'

const nobody = visits()
const events = Array.from({ length: 49 }, () => ({ sessionId: 'visit' }))
const requestFrom = (ip: string) =>
  ({ ip, server: { limitScale: 1 }, headers: { 'content-length': '1000' } }) as unknown as FastifyRequest

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
  const limits = trackingLimits()
  const counts = Array.from({ length: 50 }, (_, at) => passing(limits, `198.51.100.${at}`))
  expect(counts[0]).toBeGreaterThan(30)
  const sum = counts.reduce((total, count) => total + count, 0)
  expect(sum * 50).toBeLessThan(5_200)
})
