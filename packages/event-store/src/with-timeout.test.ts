import { withTimeout } from './with-timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<string>(() => {})
const tooLate = () => {
  throw new Error('too late')
}

test('returns or throws the result of work that ends in time, and leaves no timer', async () => {
  expect(await withTimeout(1000, Promise.resolve('done'), tooLate)).toBe('done')
  await expect(withTimeout(1000, Promise.reject(new Error('failed')), () => 'late')).rejects.toThrow('failed')
  expect(vi.getTimerCount()).toBe(0)
})

test('does not wait for slow work, and the caller chooses the result', async () => {
  const answers = Promise.allSettled([
    withTimeout(1000, never(), () => 'late'),
    withTimeout(1000, never(), tooLate),
  ])
  await vi.advanceTimersByTimeAsync(999)
  expect(vi.getTimerCount()).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answers).toMatchObject([{ value: 'late' }, { reason: { message: 'too late' } }])
})

test('ignores a failure of work that nobody waits for', async () => {
  const unheard = vi.fn()
  process.once('unhandledRejection', unheard)
  const work = Promise.withResolvers<string>()
  const answer = withTimeout(1000, work.promise, () => 'late')
  await vi.advanceTimersByTimeAsync(1000)
  work.reject(new Error('failed in the end'))
  expect(await answer).toBe('late')
  vi.useRealTimers()
  // Node reports unhandled rejections when it is idle.
  await new Promise(resolve => setImmediate(resolve))
  process.off('unhandledRejection', unheard)
  expect(unheard).not.toHaveBeenCalled()
})
