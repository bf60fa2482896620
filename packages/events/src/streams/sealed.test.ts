import {
  isFields,
  isList,
  isMark,
  markOf,
  pathWithin,
  sealedPaths,
  sealerOf,
  shownTree,
  treeOf,
} from './sealed.ts'

const mark = markOf('e1')
const sealedObject = { ...markOf('e2'), plan: 'elite', name: mark }

test('a mark names its event, and is nothing else', () => {
  expect([mark, sealedObject, {}].map(sealerOf)).toEqual(['e1', 'e2', null])
  expect([mark, sealedObject, {}, null, 'x'].map(isMark)).toEqual([true, false, false, false, false])
})

test('a state becomes JSON, with marks where values are sealed', () => {
  const at = new Date('2026-01-01T00:00:00.000Z')
  const state = {
    at,
    map: new Map([['a', 1]]),
    set: new Set(['b', 'c']),
    list: [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1.5],
    big: 12n,
    yes: true,
    absent: undefined,
    email: mark,
  }
  expect(treeOf(state)).toEqual({
    at: at.toJSON(),
    map: { a: 1 },
    set: ['b', 'c'],
    list: [null, null, null, null, 1.5],
    big: '12',
    yes: true,
    email: mark,
  })
  expect(Object.keys(treeOf(state) as object)).not.toContain('absent')
  expect(treeOf(state)).toBe(treeOf(state))
  expect(sealerOf(treeOf(sealedObject) as object)).toBe('e2')
})

test('a tree is a list, has fields, or is neither', () => {
  const trees = [[], {}, mark, null, 'x']
  expect(trees.map(isList)).toEqual([true, false, false, false, false])
  expect(trees.map(isFields)).toEqual([false, true, false, false, false])
})

test('what is sealed is shown as null, and its paths are told in their order', () => {
  const tree = treeOf({ profile: sealedObject, steps: ['a', mark], email: mark, plan: null })
  expect(shownTree(tree)).toEqual({
    profile: { plan: 'elite', name: null },
    steps: ['a', null],
    email: null,
    plan: null,
  })
  expect(shownTree(tree)).toBe(shownTree(tree))
  expect(sealedPaths(tree)).toEqual(['profile', 'profile.name', 'steps.1', 'email'])
  expect(sealedPaths(mark)).toEqual([''])
})

test.each([
  ['', 'a', 'a'],
  ['a', 'b', 'a.b'],
  ['a', 0, 'a.0'],
  ['', 0, '0'],
  ['a', '', 'a.~2'],
  ['a', 'b.c', 'a.b~1c'],
  ['a', '~b~', 'a.~0b~0'],
  ['a', '.', 'a.~1'],
])('within «%s», «%s» has the path «%s»', (path, name, within) => expect(pathWithin(path, name)).toBe(within))
