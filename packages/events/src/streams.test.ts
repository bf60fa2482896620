import {
  accountOf,
  categoriesNamedByAccount,
  categoriesNamingAccount,
  categoriesOf,
  eventsByCategory,
  personOf,
  type StreamCategory,
  streams,
} from './streams.ts'

const [anna, other] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002']

test('a stream belongs to a customer by the id in its name, or by the account in its events', () => {
  expect(accountOf({ stream: streams.setup(anna), data: {} })).toBe(anna)
  expect(accountOf({ stream: streams.session(other), data: { accountId: anna } })).toBe(anna)
  expect(accountOf({ stream: streams.session(other), data: null })).toBeNull()
})

test('an account named in another owner’s stream does not make it a customer’s stream', () => {
  expect(accountOf({ stream: streams.email('hash'), data: { accountId: anna } })).toBeNull()
  expect(accountOf({ stream: streams.admin(other), data: {} })).toBeNull()
  expect(accountOf({ stream: 'unheard-1', data: { accountId: anna } })).toBeNull()
})

test('personal data belong to the customer, or to the person in the stream’s name', () => {
  expect(personOf({ stream: streams.session(other), data: { accountId: anna } })).toBe(anna)
  expect(personOf({ stream: streams.lead(other), data: {} })).toBe(other)
  expect(personOf({ stream: streams.administrators(), data: { adminId: anna } })).toBe(anna)
})

test('an event names its account in its data if the stream name does not', () => {
  expect(categoriesNamingAccount).toContain('session')
  for (const kind of categoriesNamingAccount)
    for (const [type, { schema }] of Object.entries(eventsByCategory[kind]))
      expect(Object.keys(schema.shape), type).toContain(streams[kind].personIn)
  const naming: readonly StreamCategory[] = categoriesNamingAccount
  expect(categoriesNamedByAccount).toContain('account')
  expect(categoriesNamedByAccount).toEqual(categoriesOf('customer').filter(kind => !naming.includes(kind)))
})

test('personal data in a customer’s stream are erased with the account; elsewhere they have their own erasure', () => {
  const kinds = Object.keys(streams) as StreamCategory[]
  const isKept = (kind: StreamCategory) => {
    const shapes = Object.values(eventsByCategory[kind])
    return shapes.some(({ personal }) => personal.length > 0) && !shapes.some(({ erases }) => erases)
  }
  const others = kinds.filter(kind => !categoriesOf('customer').some(theirs => theirs === kind))
  // A request goes with its lead or questionnaire. Administrators stay known, because of their actions.
  expect(others.filter(isKept)).toEqual(['request', 'administrators', 'admin'])
})
