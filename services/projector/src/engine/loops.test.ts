import { backoffMs, retryOnLockTimeout } from './loops.ts'

test('the pause doubles with each attempt, up to 15 s', () =>
  expect([0, 1, 2, 7, 8, 99].map(backoffMs)).toEqual([100, 200, 400, 12_800, 15_000, 15_000]))

const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })

/** Work that fails with these, then ends. `locks`: who holds the lock each time. */
function waiting(failures: unknown[], locks: (string | null)[] = []) {
  const end = new AbortController()
  const error = vi.fn()
  const maybeOneFirst = async () => locks.shift() ?? null
  const work = async () => {
    if (failures.length > 0) throw failures.shift()
    return 'done'
  }
  const options = { signal: end.signal, logger: { error }, pool: { maybeOneFirst } as never }
  return { end, named: () => error.mock.calls, done: retryOnLockTimeout(options, work) }
}

test('work that waits for a lock is tried again, and the log names each holder once', async () => {
  const { done, named } = waiting([locked, locked, locked], ['a', 'a', 'b'])
  expect(await done).toBe('done')
  expect(named()).toEqual(['a', 'b'].map(lock => [{ lock }, 'waiting for a lock']))
  const unknown = waiting([locked])
  expect([await unknown.done, unknown.named()]).toEqual(['done', []])
})

test('another failure is no wait', async () => {
  for (const failure of [
    new Error('no connection'),
    Object.assign(new Error(), { code: '57014' }),
    { code: '55P03' },
  ])
    await expect(waiting([failure]).done).rejects.toBe(failure)
})

test('the end of the process ends the wait', async () => {
  const { done, end } = waiting(Array(99).fill(locked))
  end.abort(new Error('ended'))
  await expect(done).rejects.toThrow('ended')
})
