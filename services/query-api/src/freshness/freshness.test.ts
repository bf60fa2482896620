import { type Position, StoreUnavailable } from '@tba/event-store/port.ts'
import { checkpoints } from './checkpoints.ts'
import { freshness } from './freshness.ts'
import { logHead } from './log-head.ts'

const at = (text: string) => text as Position
const written = at('00000001-0000000000000005')

let known: ReturnType<typeof checkpoints>
const head = vi.fn<() => Promise<Position | null>>()
const onTimeout = vi.fn()
let reach: (position: Position) => Promise<boolean>

beforeEach(() => {
  vi.useFakeTimers()
  known = checkpoints()
  known.replace([['bots', at('00000001-0000000000000003')]])
  head.mockReset().mockResolvedValue(written)
  onTimeout.mockReset()
  const { reach: reachAll } = freshness({ checkpoints: known, head: logHead(head), onTimeout })
  reach = position => reachAll(['bots'], position)
})
afterEach(() => {
  vi.useRealTimers()
})

test('a projected write is answered at once, without a read of the log', async () => {
  expect(await reach(at('00000001-0000000000000003'))).toBe(true)
  expect(head).not.toHaveBeenCalled()
})

test('a write that is projected as fast as most is answered then, without a read of the log', async () => {
  const answer = reach(written)
  await vi.advanceTimersByTimeAsync(20)
  known.advance({ position: written, projections: ['bots'] })
  expect(await answer).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(head).not.toHaveBeenCalled()
})

test('a read waits for a missing write at most two seconds, and then checks the connection', async () => {
  const answer = reach(written)
  let isAnswered = false
  void answer.finally(() => {
    isAnswered = true
  })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(isAnswered).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBe(false)
  expect(onTimeout).toHaveBeenCalledOnce()
})

test.each([
  ['beyond the end of the log', '00000001-0000000000000006'],
  ['of a later generation', '00000002-0000000000000001'],
  ['made up', 'zzz'],
])('a position %s waits for the end alone, because a write may hide behind it', async (_what, position) => {
  const answer = reach(at(position))
  const onAnswer = vi.fn()
  void answer.then(onAnswer)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onAnswer).not.toHaveBeenCalled()
  known.advance({ position: written, projections: ['bots'] })
  expect(await answer).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('a position of an empty log causes no wait', async () => {
  head.mockResolvedValue(null)
  const answer = reach(written)
  await vi.advanceTimersByTimeAsync(30)
  expect(await answer).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('a checkpoint beyond the end of the log has reached nothing, until it moves', async () => {
  known.disregard([at('00000001-0000000000000003')])
  expect(known.hasReached(['bots'], at('00000001-0000000000000001'))).toBe(false)
  known.replace([['bots', at('00000001-0000000000000003')]])
  expect(known.of('bots')).toBeUndefined()
  known.advance({ position: at('00000001-0000000000000002'), projections: ['bots'] })
  expect(known.hasReached(['bots'], at('00000001-0000000000000001'))).toBe(true)
})

test('a position from before a restore causes no wait', async () => {
  known.replace([['bots', at('00000002-0000000000000001')]])
  expect(await reach(at('00000001-0000000000000009'))).toBe(true)
})

test('the projection may reach the position while the log is read', async () => {
  head.mockReturnValue(new Promise(() => {}))
  const answer = reach(written)
  await vi.advanceTimersByTimeAsync(30)
  expect(head).toHaveBeenCalled()
  known.advance({ position: written, projections: ['bots'] })
  expect(await answer).toBe(true)
})

test('an unavailable log delays a read at most two seconds', async () => {
  head.mockReturnValueOnce(new Promise(() => {})).mockRejectedValueOnce(new StoreUnavailable('out'))
  const answers = [reach(written), reach(written)]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await Promise.all(answers)).toEqual([false, false])
})

test('several projections together contain the log up to the slowest one', () => {
  const { heldBy } = freshness({ checkpoints: known, head: logHead(head) })
  known.advance({ position: written, projections: ['users'] })
  expect(heldBy(['users', 'bots'])).toBe(at('00000001-0000000000000003'))
  expect(heldBy(['users'])).toBe(written)
  expect(heldBy(['users', 'sessions'])).toBeNull()
})

test('a read waits for other people’s writes at most half a second, and not at all without the log', async () => {
  const { reachHead } = freshness({ checkpoints: known, head: logHead(head), onTimeout })
  const answers = [1, 2].map(() => reachHead(['bots']))
  await vi.advanceTimersByTimeAsync(499)
  known.advance({ position: written, projections: ['bots'] })
  await Promise.all(answers)
  head.mockResolvedValue(at('00000001-0000000000000006'))
  const late = reachHead(['bots'])
  await vi.advanceTimersByTimeAsync(500)
  await late
  head.mockRejectedValue(new StoreUnavailable('out'))
  await reachHead(['bots'])
  expect(vi.getTimerCount()).toBe(0)
})
