import { streams } from '@tba/events/streams.ts'
import { fixture } from './testing/fixtures.ts'
import { caughtUp, world } from './testing/world.ts'

test('the views have the specified password columns, and nothing in them', async () => {
  const it = await world({ isProjected: true })
  const accountId = crypto.randomUUID()
  await it.append(streams.account(accountId), fixture('AccountRegistered', { userId: 7 }))
  await it.append(streams.setup(accountId), fixture('CredentialsSaved', { userId: 7 }))
  await caughtUp(await it.start())
  expect(await it.rows('select id, password from read.users')).toEqual([{ id: 7, password: null }])
  expect(await it.rows('select "userId", password from read.mt4_credentials')).toEqual([
    { userId: 7, password: null },
  ])
})
