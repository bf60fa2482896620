import { specify } from '../testing/given.ts'
import type { PeopleEvent } from './events.ts'
import { joinedPersons, type LinkChange, membersOf } from './links.ts'
import { peopleDecider } from './people.decider.ts'

const { after } = specify(peopleDecider)
const [a, b, c, d] = ['a', 'b', 'c', 'd'] as const

const join = (person: string, other: string, claims: LinkChange[] = []) =>
  ({ type: 'JoinPersons', person, other, claims }) as const
const part = (person: string, claims: LinkChange[] = []) =>
  ({ type: 'PartPerson', person, stream: `lead-${person}`, claims }) as const
const at = (position: string, event: PeopleEvent) => ({ ...event, position, recordedAt: '' })
const joined = (person: string, other: string) =>
  ({ type: 'PersonsJoined', data: { person, other } }) as const
const parted = (person: string) =>
  ({ type: 'PersonParted', data: { person, stream: `lead-${person}` } }) as const
const claim = (position: string, person: string, type: 'claimed' | 'released' = 'claimed') => ({
  position,
  person,
  type,
})

test('two persons are joined once, under both ids', () => {
  after([], join(a, b)).records(joined(a, b))
  after([at('1', joined(a, b))], join(b, a)).records()
})

test('two accounts are never joined, also over a third person', () => {
  const both = [claim('1', a), claim('2', b)]
  after([], join(a, b, both)).refuses('two-accounts')
  after([at('3', joined(a, c))], join(c, b, both)).refuses('two-accounts')
  after([], join(a, b, [...both, claim('3', b, 'released')])).records(joined(a, b))
})

test('only what was joined can be parted', () => {
  after([], part(a)).refuses('not-joined')
  after([at('1', joined(a, b))], part(b)).records(parted(b))
  after([at('1', joined(a, b)), at('2', parted(b))], part(a)).refuses('not-joined')
  after([at('1', joined(a, b)), at('2', parted(b))], join(a, b)).records(joined(a, b))
  after([at('2', joined(a, b))], part(b, [claim('1', a), claim('3', b)])).refuses('not-joined')
})

const link = (position: string, person: string, other: string) => ({
  type: 'joined' as const,
  position,
  person,
  other,
})

test.each<[string, LinkChange[], string[][]]>([
  ['joins chain', [link('1', a, b), link('2', c, b)], [[c, a, b]]],
  [
    'one leaves three',
    [link('1', a, b), link('2', b, c), { type: 'parted', position: '3', person: a }],
    [[b, c]],
  ],
  ['the second account leaves', [link('1', a, b), link('2', a, c), claim('3', b), claim('4', c)], [[a, b]]],
  [
    'its erasure does not bring it back',
    [link('1', a, b), claim('2', a), claim('3', b), claim('4', b, 'released')],
    [],
  ],
  ['a join of two accounts counts for nothing', [claim('1', a), claim('2', b), link('3', a, b)], []],
  ['in any order that they are read', [claim('3', b), link('2', d, b), claim('1', d)], []],
])('%s', (_, changes, groups) => {
  const found = new Set([...joinedPersons(changes).values()].map(group => [...group.keys()].join()))
  expect([...found]).toEqual(groups.map(group => group.join()))
  expect(membersOf(joinedPersons(changes), 'nobody')).toEqual(['nobody'])
})
