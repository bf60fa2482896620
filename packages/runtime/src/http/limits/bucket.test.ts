import { tokenBucket } from './bucket.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function takeAll(bucket: ReturnType<typeof tokenBucket>, key: string): number {
  for (let taken = 0; ; taken++) if (!bucket.take(key).ok) return taken
}

test('an address spends its bucket, then only the refill', () => {
  const bucket = tokenBucket({ capacity: 5, refillPerSecond: 2 })
  expect(takeAll(bucket, 'a')).toBe(5)
  vi.advanceTimersByTime(1000)
  expect(takeAll(bucket, 'a')).toBe(2)
  vi.advanceTimersByTime(3_600_000)
  expect(takeAll(bucket, 'a')).toBe(5)
})

test('a call that comes too early learns when to retry, and then passes', () => {
  const bucket = tokenBucket({ capacity: 1, refillPerSecond: 0.1 })
  bucket.take('a')
  expect(bucket.take('a')).toEqual({ ok: false, retryAfterSeconds: 10 })
  vi.advanceTimersByTime(10_000)
  expect(bucket.take('a')).toEqual({ ok: true })
})

test('a refused call costs nothing', () => {
  const bucket = tokenBucket({ capacity: 1, refillPerSecond: 1 })
  for (let call = 0; call < 100; call++) bucket.take('a')
  vi.advanceTimersByTime(1000)
  expect(bucket.take('a').ok).toBe(true)
})

test('a busy address stays limited, even if many other addresses call once', () => {
  const bucket = tokenBucket({ capacity: 10, refillPerSecond: 0.001 })
  expect(takeAll(bucket, 'attacker')).toBe(10)
  for (let address = 0; address < 250_000; address++) {
    bucket.take(`${address}`)
    if (address % 50_000 === 0) expect(bucket.take('attacker').ok).toBe(false)
  }
  expect(bucket.take('attacker').ok).toBe(false)
})

test('memory stays bounded with any number of addresses', () => {
  const bucket = tokenBucket({ capacity: 10, refillPerSecond: 0.001 })
  expect(takeAll(bucket, 'first')).toBe(10)
  for (let address = 0; address < 100_000; address++) bucket.take(`${address}`)
  // The bucket is forgotten.
  expect(bucket.take('first').ok).toBe(true)
})
