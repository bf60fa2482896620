import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { within } from './within.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<string>(() => {})
const tooLate = () => {
  throw new Error('too late')
}

test('work that ends in time is what it came to, good or bad, and leaves no timer behind', async () => {
  expect(await within(1000, Promise.resolve('done'), tooLate)).toBe('done')
  await expect(within(1000, Promise.reject(new Error('failed')), () => 'late')).rejects.toThrow('failed')
  expect(vi.getTimerCount()).toBe(0)
})

test('work that takes longer is not waited for, and what to say then is its caller’s to choose', async () => {
  const answers = Promise.allSettled([within(1000, never(), () => 'late'), within(1000, never(), tooLate)])
  await vi.advanceTimersByTimeAsync(999)
  expect(vi.getTimerCount()).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answers).toMatchObject([{ value: 'late' }, { reason: { message: 'too late' } }])
})

test('work that fails when nobody waits for it any more brings nothing down', async () => {
  const unheard = vi.fn()
  process.once('unhandledRejection', unheard)
  const work = Promise.withResolvers<string>()
  const answer = within(1000, work.promise, () => 'late')
  await vi.advanceTimersByTimeAsync(1000)
  work.reject(new Error('failed in the end'))
  expect(await answer).toBe('late')
  vi.useRealTimers()
  // Node tells of them when it has nothing else to do.
  await new Promise(resolve => setImmediate(resolve))
  process.off('unhandledRejection', unheard)
  expect(unheard).not.toHaveBeenCalled()
})
