import type { Position } from '@tba/event-store/port.ts'
import { ConnectionError, type DatabasePool, sql } from 'slonik'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { checkpoints } from '../freshness/checkpoints.ts'
import { openReplica } from './replica.ts'

const at = (position: number) => `00000001-000000000000000${position}` as Position
const never = new Promise<never>(() => {})
const query = sql.type(z.object({}))`select`

let held: ReturnType<typeof checkpoints>
const answers = { checkpoints: vi.fn<() => Promise<number>>(), rows: vi.fn<() => Promise<unknown>>() }
const open = vi.fn<() => Promise<DatabasePool>>()
const onAway = vi.fn()
const onBack = vi.fn()
let read: () => Promise<unknown>

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  held = checkpoints()
  held.replace([['users', at(3)]])
  answers.checkpoints.mockResolvedValue(3)
  answers.rows.mockResolvedValue('replica')
  const pool = {
    any: async () => [{ projection: 'users', position: at(await answers.checkpoints()) }],
    maybeOne: () => answers.rows(),
    end: async () => {},
  } as unknown as DatabasePool
  open.mockResolvedValue(pool)
  const primary = { maybeOne: async () => 'primary' } as unknown as DatabasePool
  const { reading } = openReplica({ primary, open, held, onAway, onBack })
  read = () => reading(['users']).maybeOne(query)
})
afterEach(() => void vi.useRealTimers())

/** The first read finds out whether the replica follows, and does not wait for that. */
async function inUse() {
  expect(await read()).toBe('primary')
  await vi.advanceTimersByTimeAsync(0)
}

/** How long a read takes, and who answers it. */
async function timed(within = 10_000): Promise<[unknown, number]> {
  const startedMs = performance.now()
  const answer = read().then(database => [database, performance.now() - startedMs] as [unknown, number])
  await vi.advanceTimersByTimeAsync(within)
  return answer
}

test('a replica that holds what the primary does is read at once, and asked again after a second', async () => {
  await inUse()
  const asked = answers.checkpoints.mock.calls.length
  expect([await read(), await read()]).toEqual(['replica', 'replica'])
  expect(answers.checkpoints).toHaveBeenCalledTimes(asked)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await read()).toBe('replica')
  expect(answers.checkpoints).toHaveBeenCalledTimes(asked + 1)
})

test('a replica that follows a moment later is waited for', async () => {
  await inUse()
  held.replace([['users', at(4)]])
  setTimeout(() => answers.checkpoints.mockResolvedValue(4), 20)
  const [database, tookMs] = await timed()
  expect([database, tookMs < 40]).toEqual(['replica', true])
})

test('a replica that stays behind is waited for by one read, and tried again while others are answered', async () => {
  await inUse()
  held.replace([['users', at(4)]])
  const [database, tookMs] = await timed(1_000)
  expect([database, tookMs < 350]).toEqual(['primary', true])
  expect(await timed(0)).toEqual(['primary', 0])
  expect(onAway).toHaveBeenCalledOnce()
  answers.checkpoints.mockResolvedValue(4)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await timed(0)).toEqual(['primary', 0])
  expect(await read()).toBe('replica')
  expect(onBack).toHaveBeenCalledOnce()
})

test('a read that is under way where the replica stops answering gets its answer from the primary', async () => {
  await inUse()
  answers.rows.mockReturnValue(never)
  answers.checkpoints.mockReturnValue(never)
  expect(await timed(3_000)).toEqual(['primary', 2_000])
  expect(await timed(0)).toEqual(['primary', 0])
})

test('a long read is waited for while the replica answers others', async () => {
  await inUse()
  answers.rows.mockReturnValue(new Promise(resolve => setTimeout(resolve, 9_000, 'replica')))
  expect(await timed()).toEqual(['replica', 9_000])
})

test('a read that the replica breaks off is asked of the primary, and a lost connection lets it rest', async () => {
  await inUse()
  answers.rows.mockRejectedValueOnce(new Error('canceling statement due to conflict with recovery'))
  expect([await read(), await read()]).toEqual(['primary', 'replica'])
  answers.rows.mockRejectedValueOnce(new ConnectionError('gone'))
  expect([await read(), await read()]).toEqual(['primary', 'primary'])
})

test('a server that does not follow the primary is never read', async () => {
  open.mockRejectedValue(new Error('is no standby'))
  for (let round = 0; round < 3; round++) {
    expect(await timed(6_000)).toEqual(['primary', 0])
  }
  expect(open).toHaveBeenCalledTimes(3)
  expect(answers.rows).not.toHaveBeenCalled()
  expect(onAway).toHaveBeenCalledOnce()
})
