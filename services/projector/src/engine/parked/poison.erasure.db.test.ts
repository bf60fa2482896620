import { randomUUID } from 'node:crypto'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { users } from '../../accounts/users.projection.ts'
import { haveAllPassed } from '../../jobs/erasure/projections.ts'
import { NotYet } from '../../jobs/policy.ts'
import { failing } from '../../testing/failing.ts'
import { shipped } from '../../testing/shipped.ts'
import { caughtUp, eventually, running } from '../../testing/world.ts'
import { readParked, request } from './parked.ts'

const accountId = randomUUID()
const account = streams.account(accountId)
const registered = shipped('AccountRegistered', { userId: 1 })

test('the key of an erased person stays while their rows exist, because the erasure is parked', async () => {
  const bug = { isThere: true }
  const broken = failing(users, 'AccountErased', () => bug.isThere)
  const { projector, ...it } = await running({ projections: [broken] })
  await it.append(account, registered)
  const { position } = await it.append(account, { type: 'AccountErased', data: {} })
  await it.append(streams.account(randomUUID()), shipped('AccountRegistered', { userId: 2 }))
  const others = await it.start()
  await others.ready
  await caughtUp(projector)
  await caughtUp(others)
  const passed = () => haveAllPassed(it.pool, { stream: account, position })
  await expect(passed()).rejects.toThrow(NotYet)
  bug.isThere = false
  await request(it.pool, 'retry', { stream: account })
  await eventually(async () => expect(await readParked(it.pool)).toEqual([]))
  await passed()
  expect(await it.rows('select id from read.users')).toEqual([{ id: 2 }])
})
