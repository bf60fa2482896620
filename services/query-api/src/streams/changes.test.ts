import { markOf, treeOf } from '@tba/events/streams/sealed.ts'
import type { Change } from '@tba/events/streams/views.ts'
import { changesBetween } from './changes.ts'

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
    'the items added to a set',
    { steps: new Set() },
    { steps: new Set(['mt4']) },
    [{ path: 'steps.0', before: null, after: 'mt4' }],
  ],
  [
    'a list that lost an item, as a whole',
    { steps: ['mt4', 'security'] },
    { steps: ['security'] },
    [{ path: 'steps', before: ['mt4', 'security'], after: ['security'] }],
  ],
  [
    'a removed value',
    { status: 'open', plan: 'elite' },
    { status: 'open' },
    [{ path: 'plan', before: 'elite', after: null, removed: true }],
  ],
  ['a new object, field by field', null, { role: 'admin' }, [{ path: 'role', before: null, after: 'admin' }]],
  ['a state that is a word', 'unknown', 'submitted', [{ path: '', before: 'unknown', after: 'submitted' }]],
  ['a field with a dot in its name', { 'a.b': 1 }, { 'a.b': 2 }, [{ path: 'a~1b', before: 1, after: 2 }]],
])('reports %s', (_, before, after, expected) => expect(changes(before, after)).toEqual(expected))

test('a sealed value that replaces another is a change, although both are hidden', () => {
  const [one, other] = [{ licenceKey: markOf('e1') }, { licenceKey: markOf('e2') }]
  expect(changes(one, { ...one })).toEqual([])
  expect(changes(one, other)).toEqual([{ path: 'licenceKey', before: null, after: null, sealed: true }])
})

test('an object with a sealed change is reported as sealed, as a whole', () => {
  const before = { profile: { phone: null } }
  const after = { profile: { ...before.profile, ...markOf('e1') } }
  expect(changes(before, after)).toEqual([
    { path: 'profile', before: { phone: null }, after: { phone: null }, sealed: true },
  ])
})
