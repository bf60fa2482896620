import { expect, test } from 'vitest'
import { clientAddress, faultOfLogAddress, isInPostgres } from './addresses.ts'
import { openEventStore } from './open.ts'

const wanted = 'its address has to be postgres://…, esdb://… or kurrentdb://…'

test.each([
  ['mysql://anna:segreta@localhost/log', `there is no event store at such a mysql address: ${wanted}`],
  ['esdb://anna:segreta@', `there is no event store at such a esdb address: ${wanted}`],
  ['anna:segreta@localhost', `the event store’s address is not valid: ${wanted}`],
  ['//segreta', `the event store’s address is not valid: ${wanted}`],
])('refuses %s in one sentence', async (url, sentence) => {
  await expect(openEventStore({ url })).rejects.toThrow(new Error(sentence))
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

test('the client gets the older name of KurrentDB’s addresses', () => {
  expect(clientAddress('kurrentdb+discover://kurrentdb:2113')).toBe('esdb+discover://kurrentdb:2113')
  expect(clientAddress('KurrentDB://localhost')).toBe('esdb://localhost')
})

test('reports an unknown option of the address without the password', async () => {
  const opening = openEventStore({ url: 'esdb://admin:segreta@localhost?tls=perhaps' })
  await expect(opening).rejects.toThrow(/^the event store’s address is not valid: .*tls/)
  await expect(opening).rejects.not.toThrow(/segreta/)
})
