import { type Evolver, fold, isRefusal, type LogTime, refuse } from './decider.ts'

test('a refusal has its reason, and events are none', () => {
  expect(refuse('late')).toEqual({ refused: 'late' })
  expect([refuse('late'), [], [{ type: 'Done' }]].map(isRefusal)).toEqual([true, false, false])
})

test('a state is folded from events in their order, each with its time in the log or with an empty one', () => {
  type Named = { name: string }
  const last: Evolver<(Named & Partial<LogTime>)[], Named> = {
    initial: [],
    evolve: (state, { name }, recorded) => [...state, { name, ...recorded }],
  }
  const logged = { recordedAt: '2026-01-01T00:00:00.000Z', position: '7' }
  expect(fold(last, [{ name: 'a' }, { name: 'b', ...logged }])).toEqual([
    { name: 'a', recordedAt: '', position: '' },
    { name: 'b', ...logged },
  ])
})
