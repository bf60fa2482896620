import { clientAddress, faultOfLogAddress, isInPostgres } from './addresses.ts'
import { openEventStore } from './open.ts'

const wanted = 'has to be a postgres, esdb or kurrentdb address'

test.each([
  ['mysql://anna:segreta@localhost/log', wanted],
  ['esdb://anna:segreta@', wanted],
  ['anna:segreta@localhost', wanted],
  ['//segreta', wanted],
  ['esdb://anna:segreta@[::1]:2113', wanted],
  ['postgres://anna:segreta@localhost/log?sslmode=odd', 'has an unknown sslmode'],
  ['esdb://anna:segreta%zz@localhost', 'has a % that begins no escape'],
  ['esdb://anna:segreta@localhost?tls=perhaps', 'has the option tls with a value that cannot be used'],
  ['esdb://anna:segreta@localhost?tlsCAFile=/nowhere', 'has the option tlsCAFile with a value'],
  ['esdb://anna:segreta@localhost?tls=true&colour=red', 'has the option colour, which EventStoreDB’s client'],
])('refuses %s in one sentence, without its password', async (url, sentence) => {
  const opening = openEventStore({ url })
  await expect(opening).rejects.toThrow(`the event store’s address ${sentence}`)
  await expect(opening).rejects.not.toThrow(/segreta/)
})

test.each([
  'esdb://localhost:2113?tls=false',
  'esdb://one:2113,two:2113,three:2113?nodePreference=leader&tls=true',
  'esdb+discover://admin:changeit@cluster.example.com/',
  'kurrentdb://admin:changeit@localhost:2113',
  'kurrentdb+discover://cluster.example.com:2113',
  'KurrentDB://localhost',
])('%s is the address of a log outside PostgreSQL', url => {
  expect(faultOfLogAddress(url)).toBeNull()
  expect(isInPostgres(url)).toBe(false)
})

test('the client gets the older name of KurrentDB’s addresses, and waits a second for a node that hangs', () => {
  const waiting = (seconds: number) => `gossipTimeout=${seconds}`
  const address = clientAddress('kurrentdb+discover://kurrentdb:2113')
  expect(address).toBe(`esdb+discover://kurrentdb:2113?${waiting(1)}`)
  const own = `tls=false&${waiting(3)}`
  expect(clientAddress(`KurrentDB://localhost?${own}`)).toBe(`esdb://localhost?${waiting(1)}&${own}`)
})
