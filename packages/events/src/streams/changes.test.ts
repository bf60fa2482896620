import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { changesBetween } from './changes.ts'
import { markOf, shownTree, type Tree, treeOf } from './sealed.ts'
import type { Change } from './views.ts'

const changes = (before: unknown, after: unknown) => changesBetween(treeOf(before), treeOf(after))

test.each<[string, unknown, unknown, Change[]]>([
  ['nothing', { plan: 'starter' }, { plan: 'starter' }, []],
  ['a field', { plan: null }, { plan: 'elite' }, [{ path: 'plan', before: null, after: 'elite' }]],
  [
    'a field within a field',
    { profile: { phone: null, bio: 'x' } },
    { profile: { phone: '1', bio: 'x' } },
    [{ path: 'profile.phone', before: null, after: '1' }],
  ],
  [
    'what a set got',
    { steps: new Set() },
    { steps: new Set(['mt4']) },
    [{ path: 'steps.0', before: null, after: 'mt4' }],
  ],
  [
    'a list that lost something, whole',
    { steps: ['mt4', 'security'] },
    { steps: ['security'] },
    [{ path: 'steps', before: ['mt4', 'security'], after: ['security'] }],
  ],
  [
    'what is gone',
    { status: 'open', plan: 'elite' },
    { status: 'open' },
    [{ path: 'plan', before: 'elite', after: null, removed: true }],
  ],
  [
    'what begins to exist, field by field',
    null,
    { role: 'admin' },
    [{ path: 'role', before: null, after: 'admin' }],
  ],
  ['a state that is a word', 'unknown', 'submitted', [{ path: '', before: 'unknown', after: 'submitted' }]],
  ['a field whose name has a dot in it', { 'a.b': 1 }, { 'a.b': 2 }, [{ path: 'a~1b', before: 1, after: 2 }]],
])('%s is told as such', (_, before, after, expected) => {
  expect(changes(before, after)).toEqual(expected)
})

test('a sealed value that another one replaces is a change, though neither is shown', () => {
  const [one, other] = [{ licenceKey: markOf('e1') }, { licenceKey: markOf('e2') }]
  expect(changes(one, { ...one })).toEqual([])
  expect(changes(one, other)).toEqual([{ path: 'licenceKey', before: null, after: null, sealed: true }])
})

test('an object that a sealed change went into is told as sealed, whole', () => {
  const before = { profile: { phone: null } }
  const after = { profile: { ...before.profile, ...markOf('e1') } }
  expect(changes(before, after)).toEqual([
    { path: 'profile', before: { phone: null }, after: { phone: null }, sealed: true },
  ])
})

function applied(state: Json, { path, after, removed }: Change): Json {
  if (path === '') return after
  const names = path.split('.').map(part => {
    return part === '~2' ? '' : part.replaceAll('~1', '.').replaceAll('~0', '~')
  })
  const last = names.pop() ?? ''
  const next = structuredClone(state ?? {}) as Record<string, Json>
  const holder = names.reduce((at, name) => at[name] as Record<string, Json>, next)
  if (removed) delete holder[last]
  else
    Object.defineProperty(holder, last, {
      value: after,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  return next
}

const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string(), fc.constantFrom('a', 'b')),
    fc.constantFrom('e1', 'e2').map(markOf),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', 'c', '', '.', '~1'), fc.string()), tie('tree'), {
      maxKeys: 4,
    }),
    fc
      .tuple(fc.dictionary(fc.constantFrom('a', 'b'), tie('tree')), fc.constantFrom('e1', 'e2'))
      .map(([fields, by]) => ({ ...fields, ...markOf(by) })),
  ),
}))

test('whatever two states are, the changes applied to the first give the second', () => {
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const [before, after] = [treeOf(one), treeOf(other)]
      const found = changesBetween(before, after)
      expect(found.reduce(applied, shownTree(before))).toEqual(shownTree(after))
      // Nothing is told as changed that did not, and whoever applies it twice is where they were.
      expect(changesBetween(after, after)).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})
