import type { OpenedStore } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import type { Buckets } from './http/bucket.ts'
import { type EventLog, eventLog } from './log/event-log.ts'
import { openMeasuredStore } from './measured-store.ts'
import { createMeters, type Meters } from './meters.ts'
import { createPool } from './postgres/pool.ts'
import { openStandby } from './postgres/standby.ts'
import { openRedis, type RedisLink, type RedisLogger } from './redis/link.ts'
import { sharedBuckets } from './redis/shared-buckets.ts'
import { Refusal } from './refusal.ts'
import type { Keyring } from './sealing/keyring.ts'
import type { Secrets } from './secrets.ts'
import { eraseWhoCameBack } from './vault/erase-again.ts'
import { listingErasures } from './vault/erasure-list.ts'
import { keksOf } from './vault/keks.ts'
import { openVault } from './vault/open-vault.ts'
import { migrateVault } from './vault/person-keys.ts'

/** Where a process finds its database, its log and, where there is one, its Redis. */
export type Servers = {
  connectionString: string
  /** Where the log is; in the same database by default. */
  eventStoreUrl?: string | undefined
  /** A standby of that database, for reads. */
  replicaUrl?: string | undefined
  /** Where processes share limits. */
  redisUrl?: string | undefined
}

export type FoundationOptions = Servers & {
  /** How the connections of this process show. */
  name: string
  secrets: Secrets
  /** The secrets as their file now has them: the key that wraps others may change meanwhile. */
  rereadSecrets?: (() => Secrets) | undefined
  logger: RedisLogger
  meters?: Meters
  /** Connections of the pool at most; 10 by default. */
  maxConnections?: number
  /** Where those who were erased are listed. Whoever came back with an older database is erased again before anything starts. */
  erasuresFile?: string | undefined
  /** What has to be there before the keys are opened; makes the tables of the vault by default. */
  prepare?: (pool: DatabasePool) => Promise<void>
}

/** What every process of the product stands on. */
export type Foundations = AsyncDisposable & {
  connectionString: string
  pool: DatabasePool
  /** Connects to the standby, where there is to be one. */
  openReplica: (() => Promise<DatabasePool>) | null
  keyring: Keyring
  store: OpenedStore
  log: EventLog
  redis: RedisLink | null
  /** Limits that all processes count together; absent without Redis. */
  buckets?: Buckets
  meters: Meters
}

/** Opens the pool, the keys, the log and Redis; disposing closes them in the opposite order. */
export async function openFoundations(options: FoundationOptions): Promise<Foundations> {
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
  await openReplica?.().then(replica => replica.end(), unlessAway)
  await prepare(pool)
  const keks = keksOf(secrets, options.rereadSecrets)
  const vault = await openVault({ pool, keks, connectionString })
  opening.defer(() => vault.close())
  const keyring = erasuresFile ? listingErasures(vault, erasuresFile) : vault
  const store = await openMeasuredStore({ url: eventStoreUrl, applicationName: `${name} log` }, meters)
  opening.defer(() => store.close())
  const log = eventLog(store, keyring)
  if (erasuresFile) {
    const again = await eraseWhoCameBack({ pool, log, keyring: vault, secrets }, erasuresFile)
    if (again.erased > 0)
      logger.warn(again, 'the database is older than the list of who was erased: they are so again')
  }
  const redis = redisUrl ? await openRedis({ url: redisUrl, name, logger, meters }) : null
  opening.defer(() => redis?.close())
  const opened = opening.move()
  return {
    ...{ connectionString, pool, openReplica, keyring, store, redis, meters, log },
    ...(redis && { buckets: sharedBuckets(redis, secrets.lookups) }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** A standby that is away is asked again by its readers; a wrong one is refused. */
function unlessAway(error: unknown): void {
  if (error instanceof Refusal) throw error
}
