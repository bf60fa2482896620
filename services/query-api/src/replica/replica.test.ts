import type { Position } from '@tba/event-store/port.ts'
import { ConnectionError, type DatabasePool, sql } from 'slonik'
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

/** The first read starts the check of the replica, and does not wait for it. */
async function inUse() {
  expect(await read()).toBe('primary')
  await vi.advanceTimersByTimeAsync(0)
}

/** The duration of a read, and the server that answers it. */
async function timed(within = 10_000): Promise<[unknown, number]> {
  const startedMs = performance.now()
  const answer = read().then(database => [database, performance.now() - startedMs] as [unknown, number])
  await vi.advanceTimersByTimeAsync(within)
  return answer
}

test('a replica that has caught up is read at once, and checked again after a second', async () => {
  await inUse()
  const asked = answers.checkpoints.mock.calls.length
  expect([await read(), await read()]).toEqual(['replica', 'replica'])
  expect(answers.checkpoints).toHaveBeenCalledTimes(asked)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await read()).toBe('replica')
  expect(answers.checkpoints).toHaveBeenCalledTimes(asked + 1)
})

test('a read waits for a replica that catches up within a moment', async () => {
  await inUse()
  held.replace([['users', at(4)]])
  setTimeout(() => answers.checkpoints.mockResolvedValue(4), 20)
  const [database, tookMs] = await timed()
  expect([database, tookMs < 40]).toEqual(['replica', true])
})

test('one read waits for a replica that stays behind, and it is checked again without delaying others', async () => {
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

test('if the replica stops answering during a read, the primary answers it', async () => {
  await inUse()
  answers.rows.mockReturnValue(never)
  answers.checkpoints.mockReturnValue(never)
  expect(await timed(3_000)).toEqual(['primary', 2_000])
  expect(await timed(0)).toEqual(['primary', 0])
})

test('a long read may continue while the replica answers others', async () => {
  await inUse()
  answers.rows.mockReturnValue(new Promise(resolve => setTimeout(resolve, 9_000, 'replica')))
  expect(await timed()).toEqual(['replica', 9_000])
})

test('a read that the replica cancels goes to the primary, and after a lost connection the replica pauses', async () => {
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
