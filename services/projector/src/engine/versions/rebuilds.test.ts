import { completeRebuilds, isDue } from './rebuilds.ts'

test.each([
  ['an administrator asked for it', { projection: 'users', version: null }, true],
  ['a stream of this version is retried', { projection: 'users', version: 2 }, true],
  ['not if a stream of another version is', { projection: 'users', version: 1 }, false],
  ['not if another projection is rebuilt', { projection: 'bots', version: null }, false],
])('a projection is rebuilt: %s', (_, asked, expected) =>
  expect(isDue([{ projection: 'bots', version: 9 }, asked], { name: 'users', version: 2 } as never)).toBe(
    expected,
  ),
)

test('requests end at the positions at which their tables went live', async () => {
  const query = vi.fn()
  const lives = [
    { projection: { name: 'users' }, position: '7' },
    { projection: { name: 'bots' }, position: '9' },
  ]
  await completeRebuilds({ query } as never, lives as never)
  const names = ['users', 'bots']
  expect(query.mock.calls.map(([, values]) => values)).toEqual([[names], [names, ['7', '9']]])
})
