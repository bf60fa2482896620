import type { Position } from '@tba/event-store/port.ts'
import { checkpoints } from './checkpoints.ts'

const at = (text: string) => text as Position

test('an answer from several projections is as fresh as the slowest one', () => {
  const known = checkpoints()
  known.replace([
    ['sessions', at('5')],
    ['bots', at('3')],
  ])
  expect(known.hasReached(['sessions', 'bots'], at('3'))).toBe(true)
  expect(known.hasReached(['sessions', 'bots'], at('4'))).toBe(false)
})

test('the table overrides announcements, because a projection may be rebuilt', () => {
  const known = checkpoints()
  known.advance({ position: at('5'), projections: ['bots', 'users'] })
  known.replace([['bots', at('2')]])
  expect(known.hasReached(['bots'], at('3'))).toBe(false)
  expect(known.hasReached(['users'], at('1'))).toBe(false)
})

test('a waiting read continues with the announcement that completes it, and no earlier one', async () => {
  const known = checkpoints()
  const { reached } = known.wait(['sessions', 'bots'], at('5'))
  let isAwake = false
  void reached.then(() => {
    isAwake = true
  })
  known.advance({ position: at('5'), projections: ['sessions'] })
  known.advance({ position: at('4'), projections: ['bots'] })
  await Promise.resolve()
  expect(isAwake).toBe(false)
  known.advance({ position: at('6'), projections: ['bots'] })
  expect(await reached).toBe(true)
})
