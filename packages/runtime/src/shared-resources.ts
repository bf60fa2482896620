import type { OpenedStore } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import type { Buckets } from './http/limits/bucket.ts'
import { type EventLog, eventLog } from './log/event-log.ts'
import { openMeasuredStore } from './measured-store.ts'
import { createMeters, type Meters } from './meters.ts'
import { createPool } from './postgres/pool.ts'
import { openStandby } from './postgres/standby.ts'
import { openRedis, type RedisConnection, type RedisLogger } from './redis/connection.ts'
import { sharedBuckets } from './redis/shared-buckets.ts'
import { Refusal } from './refusal.ts'
import type { Keyring } from './sealing/keyring.ts'
import type { Secrets } from './secrets.ts'
import { withErasureList } from './vault/erasure-list.ts'
import { keksOf } from './vault/keks.ts'
import { openVault } from './vault/open-vault.ts'
import { migrateVault } from './vault/person-keys.ts'
import { eraseRestoredPersons } from './vault/repeat-erasures.ts'

/** The addresses of the database, the log and Redis. */
export type Servers = {
  connectionString: string
  /** The log. By default it is in the same database. */
  eventStoreUrl?: string | undefined
  /** A standby of the database, for reads. */
  replicaUrl?: string | undefined
  /** Processes share limits here. */
  redisUrl?: string | undefined
}

export type SharedResourceOptions = Servers & {
  /** The name of the connections in pg_stat_activity. */
  name: string
  secrets: Secrets
  /** Reads the secrets again: the key-encryption key can change while the process runs. */
  rereadSecrets?: (() => Secrets) | undefined
  logger: RedisLogger
  meters?: Meters
  /** Maximum of pool connections; 10 by default. */
  maxConnections?: number
  /** The list of erased persons. Persons that an older database brings back are erased again before anything starts. */
  erasuresFile?: string | undefined
  /** Runs before the keys are opened; by default it creates the tables of the vault. */
  prepare?: (pool: DatabasePool) => Promise<void>
}

/** The connections and stores that every process needs. */
export type SharedResources = AsyncDisposable & {
  connectionString: string
  pool: DatabasePool
  /** Connects to the standby. Null without one. */
  openReplica: (() => Promise<DatabasePool>) | null
  keyring: Keyring
  store: OpenedStore
  log: EventLog
  redis: RedisConnection | null
  /** Limits that all processes count together. Absent without Redis. */
  buckets?: Buckets
  meters: Meters
}

/** Opens the pool, the keys, the log and Redis. Disposing closes them in reverse order. */
export async function openSharedResources(options: SharedResourceOptions): Promise<SharedResources> {
  const { name, connectionString, eventStoreUrl = connectionString, redisUrl, erasuresFile } = options
  const { replicaUrl } = options
  const {
    secrets,
    logger,
    meters = createMeters(),
    prepare = migrateVault,
    maxConnections: max = 10,
  } = options
  await using opening = new AsyncDisposableStack()
  const pool = await createPool(connectionString, { applicationName: name, max })
  opening.defer(() => pool.end())
  const openReplica = replicaUrl ? () => openStandby(replicaUrl, pool, name) : null
  await openReplica?.().then(replica => replica.end(), ignoreOutage)
  await prepare(pool)
  const keks = keksOf(secrets, options.rereadSecrets)
  const vault = await openVault({ pool, keks, connectionString })
  opening.defer(() => vault.close())
  const keyring = erasuresFile ? withErasureList(vault, erasuresFile) : vault
  const store = await openMeasuredStore({ url: eventStoreUrl, applicationName: `${name} log` }, meters)
  opening.defer(() => store.close())
  const log = eventLog(store, keyring)
  if (erasuresFile) {
    const repeated = await eraseRestoredPersons({ pool, log, store, keyring: vault, secrets }, erasuresFile)
    if (repeated.erased + repeated.receipts > 0)
      logger.warn(repeated, 'the database is older than the list of who was erased: they are so again')
  }
  const redis = redisUrl ? await openRedis({ url: redisUrl, name, logger, meters }) : null
  opening.defer(() => redis?.close())
  const opened = opening.move()
  return {
    connectionString,
    pool,
    openReplica,
    keyring,
    store,
    redis,
    meters,
    log,
    ...(redis && { buckets: sharedBuckets(redis, secrets.lookups) }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Readers retry a standby that does not answer. A wrong standby is refused. */
function ignoreOutage(error: unknown): void {
  if (error instanceof Refusal) throw error
}
