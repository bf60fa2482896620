import { randomBytes, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { openEventStore } from '@tba/event-store/open.ts'
import type { Position } from '@tba/event-store/port.ts'
import type { DomainEvent } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import { databaseWithProjections } from '@tba/projector/testing/databases.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import type { Meters } from '@tba/runtime/meters.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { openStandby } from '@tba/runtime/postgres/standby.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { longestWaitMs } from '@tba/testing/wait.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { DatabasePool } from 'slonik'
import { type Projector, run } from '../../../projector/src/run.ts'
import { buildApp } from '../app.ts'

export type Customer = { accountId: string; userId: number; sid: string; cookie: string }

/** The read side as in production: appended events are projected and then read. */
export type ReadSide = {
  app: App
  projector: Projector
  pool: DatabasePool
  /** @returns the position of the last event */
  append(stream: string, ...events: DomainEvent[]): Promise<Position>
  /** A customer who has registered and signed in, and whom the read side knows. */
  signedIn(options?: { expiresAt?: string }): Promise<Customer>
  get(url: string, customer?: { cookie: string }, after?: Position): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

type Options = {
  /** A PostgreSQL only for this test, if it must be stopped. */
  server?: string
  /** Long by default, for busy machines. Short in tests of the limit itself. */
  waitMs?: number
  /** The maintenance database of a standby of that server. */
  standby?: string
  meters?: Meters
}

export async function readSide(options: Options = {}): Promise<ReadSide> {
  const { server, standby, waitMs = longestWaitMs, meters } = options
  const { connectionString, drop } = await (server ? freshDatabase(server) : databaseWithProjections())
  const pool = await createPool(connectionString)
  const replica = standby && ofDatabase(standby, connectionString)
  const openReplica = replica ? () => openStandby(replica, pool, 'query-api') : null
  const store = await openEventStore({ url: connectionString })
  await migrateVault(pool)
  const keyring = personKeys(pool, keksOf({ kek: randomBytes(32) }))
  const log = eventLog(store, keyring)
  const logger = { info() {}, warn() {}, error() {} }
  const projector = await run({ log, store, pool, connectionString, logger })
  await projector.ready
  const secrets = secretsFrom(newSecrets())
  const settings = { secrets, publicUrl: 'http://localhost', limitScale: 1 }
  const app = await buildApp({
    ...settings,
    keyring,
    pool,
    openReplica,
    store,
    objects: objectsOnDisk(tmpdir()),
    analytics: { folder: quickFolder('tba-read-side-'), memoryMb: 128, eventStoreUrl: connectionString },
    connectionString,
    waitMs,
    ...(meters && { meters }),
  })
  await app.ready()
  let userIds = 0

  async function append(stream: string, ...events: DomainEvent[]): Promise<Position> {
    const context = { actor: 'test', correlationId: randomUUID(), causationId: randomUUID() }
    return (await log.append(stream, events, { expected: 'any', context })).position
  }

  const get: ReadSide['get'] = (url, customer, after) =>
    app.inject({
      url,
      headers: { ...(customer ? { cookie: customer.cookie } : {}), ...(after ? { 'x-after': after } : {}) },
    })

  return {
    app,
    projector,
    pool,
    append,
    get,
    async signedIn({ expiresAt = new Date(Date.now() + 86_400_000).toISOString() } = {}) {
      const [accountId, sid] = [randomUUID(), randomUUID()]
      const userId = ++userIds
      const names = { email: `anna${userId}@example.com`, firstName: 'Anna', lastName: 'Rossi' }
      const registration = { userId, ...names, passwordHash: '$argon2id$hush' }
      await append(streams.account(accountId), { type: 'AccountRegistered', data: registration })
      const data = { accountId, userId, expiresAt, device: 'Firefox', address: '203.0.113.0' }
      const after = await append(streams.session(sid), { type: 'SessionOpened', data })
      const start = Math.floor(Date.now() / 1000)
      const token = app.jwt.sign({ sub: accountId, uid: userId, sid, start, exp: start + 86_400 })
      const customer = { accountId, userId, sid, cookie: `session=${token}` }
      await get('/api/auth/user', customer, after)
      return customer
    },
    async close() {
      await app.close()
      await projector.stop()
      await store.close()
      await pool.end()
      await drop()
    },
  }
}

function ofDatabase(server: string, connectionString: string): string {
  return Object.assign(new URL(server), { pathname: new URL(connectionString).pathname }).href
}
