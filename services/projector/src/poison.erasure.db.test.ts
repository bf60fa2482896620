import { randomUUID } from 'node:crypto'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { users } from './accounts/users.projection.ts'
import { ask, readParked } from './engine/parked.ts'
import type { Projection } from './engine/projection.ts'
import { haveAllPassed } from './jobs/erasure/projections.ts'
import { NotYet } from './jobs/policy.ts'
import { caughtUp, eventually, world } from './testing/world.ts'

const accountId = randomUUID()
const account = streams.account(accountId)
const registered = {
  type: 'AccountRegistered',
  data: { userId: 1, email: 'a@example.com', firstName: 'A', lastName: 'B', passwordHash: 'h' },
} as const
const erased = { type: 'AccountErased', data: {} } as const

/** All that is projected, with a projection of accounts that cannot take in an erasure while it is broken. */
async function withBrokenErasure() {
  const it = await world()
  const bug = { isThere: true }
  const broken: Projection = {
    ...users,
    on: {
      ...users.on,
      AccountErased(event) {
        if (bug.isThere) throw new Error('broken')
        return users.on.AccountErased?.(event) ?? []
      },
    },
  }
  const projector = await it.start({ projections: [broken] })
  await projector.ready
  await it.append(account, registered)
  const { position } = await it.append(account, erased)
  await it.append(streams.account(randomUUID()), { ...registered, data: { ...registered.data, userId: 2 } })
  return { ...it, bug, projector, position }
}

test('an erasure that cannot be taken in holds up nobody else, and is taken in once that is mended', async () => {
  const it = await withBrokenErasure()
  await caughtUp(it.projector)
  expect(await it.rows('select id from read.users order by id')).toEqual([{ id: 1 }, { id: 2 }])
  expect(await readParked(it.pool)).toMatchObject([{ stream: account, eventType: 'AccountErased', tries: 5 }])
  it.bug.isThere = false
  await ask(it.pool, 'retry', { stream: account })
  await eventually(async () => expect(await readParked(it.pool)).toEqual([]))
  expect(await it.rows('select id from read.users')).toEqual([{ id: 2 }])
})

test('the key of an erased person stays while a read table still holds their rows, because the erasure is parked', async () => {
  const it = await withBrokenErasure()
  const others = await it.start()
  await others.ready
  await caughtUp(it.projector)
  await caughtUp(others)
  const passed = () => haveAllPassed(it.pool, { stream: account, position: it.position })
  await expect(passed()).rejects.toThrow(NotYet)
  it.bug.isThere = false
  await ask(it.pool, 'retry', { stream: account })
  await eventually(async () => expect(await readParked(it.pool)).toEqual([]))
  await passed()
})
