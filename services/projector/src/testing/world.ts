import { randomBytes, randomUUID } from 'node:crypto'
import { openEventStore } from '@tba/event-store/open.ts'
import type { AppendResult, EventStore } from '@tba/event-store/port.ts'
import { type EventLog, type EventToRecord, eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '../engine/projection.ts'
import { groups as allGroups } from '../projections.ts'
import { type Deps, type Projector, run } from '../run.ts'
import { databaseWithLog, databaseWithProjections } from './databases.ts'
import { lagOf } from './lag.ts'

type TestProjector = Projector & { lag(): ReturnType<typeof lagOf> }

export type World = {
  connectionString: string
  pool: DatabasePool
  store: EventStore
  log: EventLog
  keyring: Keyring
  errors: unknown[]
  append(stream: string, ...events: EventToRecord[]): Promise<AppendResult>
  /** A projector over this database. It stops with the test. */
  start(options?: Partial<Deps> & { projections?: readonly Projection[] }): Promise<TestProjector>
  rows(query: string): Promise<readonly Record<string, unknown>[]>
}

const context = { actor: 'test', correlationId: randomUUID(), causationId: randomUUID() }

/**
 * A database with a log, for one test.
 * @param options `isProjected`: all projections are live from the start
 */
export async function world({ isProjected = false } = {}): Promise<World> {
  const database = await (isProjected ? databaseWithProjections() : databaseWithLog())
  onTestFinished(database.drop)
  const { connectionString } = database
  const pool = await createPool(connectionString, { applicationName: 'projector pool' })
  onTestFinished(() => pool.end())
  await migrateVault(pool)
  const store = await openEventStore({ url: connectionString })
  onTestFinished(() => store.close())
  const keyring = personKeys(pool, keksOf({ kek: randomBytes(32) }))
  const log = eventLog(store, keyring)
  const errors: unknown[] = []
  const logger = { info: () => {}, error: (fields: object) => errors.push(fields) }
  return {
    connectionString,
    pool,
    store,
    log,
    keyring,
    errors,
    append: (stream, ...events) => log.append(stream, events, { expected: 'any', context }),
    async start({ projections, ...options } = {}) {
      const groups = projections && { groups: { test: projections } }
      const deps: Deps = {
        log,
        store,
        pool,
        connectionString,
        logger,
        standbyRetryMs: 20,
        ...groups,
        ...options,
      }
      const projector = await run(deps)
      onTestFinished(() => projector.stop())
      const { groups: started = allGroups } = deps
      return { ...projector, lag: () => lagOf({ pool, store }, Object.values(started).flat()) }
    },
    rows: query => pool.any({ ...sql.type(z.record(z.string(), z.unknown()))`select`, sql: query }),
  }
}

export async function caughtUp(projector: TestProjector): Promise<void> {
  await waitFor(async () => {
    if (!(await projector.lag()).every(({ caughtUp }) => caughtUp)) throw new Error('the projector is behind')
  })
}

export async function runningProjector(
  options?: Parameters<World['start']>[0],
): Promise<World & { projector: TestProjector }> {
  const it = await world()
  const projector = await it.start(options)
  await projector.ready
  return { ...it, projector }
}
