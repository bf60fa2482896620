import { randomBytes, randomUUID } from 'node:crypto'
import { openEventStore } from '@tba/event-store/open.ts'
import type { NewEvent } from '@tba/event-store/port.ts'
import { delayedCommit } from '@tba/event-store/postgres/testing/harness.ts'
import { streams } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { type EventLog, eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { openSession } from './open-session.ts'

const context = { actor: 'test', correlationId: randomUUID(), causationId: randomUUID() }

async function database() {
  const connectionString = await databaseInTest()
  const pool = await createPool(connectionString)
  onTestFinished(() => pool.end())
  await migrateVault(pool)
  const store = await openEventStore({ url: connectionString })
  onTestFinished(() => store.close())
  const keyring = personKeys(pool, keksOf({ kek: randomBytes(32) }))
  return { connectionString, store, keyring, log: eventLog(store, keyring) }
}

test('a password change that comes before the sign-in in the log ends its session, even if it is committed later', async () => {
  const { connectionString, store, keyring, log } = await database()
  const accountId = randomUUID()
  const registration = { userId: 1, email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
  const registered = { type: 'AccountRegistered', data: { ...registration, passwordHash: 'old' } } as const
  await log.append(streams.account(accountId), [registered], { expected: 'no_stream', context })
  const { state: account } = await load(log, 'account', accountId)
  if (account.status !== 'registered') throw new Error('the account was not written')

  // Another process writes the change: its transaction began before the session, and is not committed yet.
  const sealed: NewEvent[] = []
  const capturing = {
    ...store,
    append: async (_: string, events: readonly NewEvent[]) => void sealed.push(...events),
  }
  const changed = { type: 'PasswordChanged', data: { passwordHash: 'new', by: 'customer' } } as const
  const revoked = { type: 'SessionsRevoked', data: { except: null } } as const
  await eventLog(capturing as never, keyring).append(streams.account(accountId), [changed, revoked], {
    expected: 0,
    context,
  })
  const underWay = await delayedCommit(connectionString, streams.account(accountId), ...sealed)
  // The commit happens while the sign-in waits.
  const waiting: EventLog = {
    ...log,
    async settled(withinMs) {
      const settling = log.settled(withinMs)
      await underWay.commit()
      return settling
    },
  }
  const opening = openSession(
    waiting,
    { accountId, account, ip: '203.0.113.1', userAgent: undefined },
    context,
  )
  await expect(opening).rejects.toMatchObject({ status: 401 })
})
