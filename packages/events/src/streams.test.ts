import { expect, test } from 'vitest'
import { eventsIn } from './registry.ts'
import { accountOf, kindsOf, namingAccount, personOf, type StreamKind, streams } from './streams.ts'

const [anna, other] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002']

test('a customer’s stream is theirs by the id in its name, or by the account that its events name', () => {
  expect(accountOf({ stream: streams.setup(anna), data: {} })).toBe(anna)
  expect(accountOf({ stream: streams.session(other), data: { accountId: anna } })).toBe(anna)
  expect(accountOf({ stream: streams.session(other), data: null })).toBeNull()
})

test('what names an account in somebody else’s stream makes that no customer’s', () => {
  expect(accountOf({ stream: streams.email('hash'), data: { accountId: anna } })).toBeNull()
  expect(accountOf({ stream: streams.admin(other), data: {} })).toBeNull()
  expect(accountOf({ stream: 'unheard-1', data: { accountId: anna } })).toBeNull()
})

test('personal data are about the customer, or about whoever the stream is named by', () => {
  expect(personOf({ stream: streams.session(other), data: { accountId: anna } })).toBe(anna)
  expect(personOf({ stream: streams.lead(other), data: {} })).toBe(other)
  expect(personOf({ stream: streams.administrators(), data: { adminId: anna } })).toBe(anna)
})

test('each event names its account in its data where the name of the stream does not', () => {
  expect(namingAccount).toContain('session')
  for (const kind of namingAccount)
    for (const [type, { schema }] of Object.entries(eventsIn[kind]))
      expect(Object.keys(schema.shape), type).toContain(streams[kind].personIn)
})

test('what is personal in a customer’s stream goes with their account, and elsewhere with its own erasure', () => {
  const kinds = Object.keys(streams) as StreamKind[]
  const isKept = (kind: StreamKind) => {
    const shapes = Object.values(eventsIn[kind])
    return shapes.some(({ personal }) => personal.length > 0) && !shapes.some(({ erases }) => erases)
  }
  const others = kinds.filter(kind => !kindsOf('customer').some(theirs => theirs === kind))
  // Administrators stay known for what they did.
  expect(others.filter(isKept)).toEqual(['administrators', 'admin'])
})
