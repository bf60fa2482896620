import fs from 'node:fs'
import path from 'node:path'
import { beginGeneration } from '@tba/event-store/postgres/opening/restoring.ts'
import { openPostgresStore } from '@tba/event-store/postgres/store.ts'
import { createJobTables } from '@tba/projector/jobs/job-tables.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { type ErasureList, readErasureList } from '@tba/runtime/vault/erasure-list.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { completeErasureList, repeatErasures } from '@tba/runtime/vault/repeat-erasures.ts'
import type pg from 'pg'
import { openKeys } from '../local/data/keys.ts'
import { copyIn } from './copy.ts'
import { copyLog } from './copy-log.ts'
import { logFile, logOf } from './endpoints.ts'
import type { Manifest } from './manifest.ts'
import { readPictures } from './pictures.ts'
import { tables, vault } from './tables.ts'
import { begin, connect, finish } from './target.ts'

export type RestoreOptions = {
  url: string
  logUrl: string
  dataDir: string
  /** The storage for the pictures. */
  objects: Objects
  from: string
  /** Already checked. */
  manifest: Manifest
  /** Lists of later erasures, in addition to the one in `dataDir`. */
  erasureLists: readonly string[]
  say: (line: string) => void
}

export type RestoreResult = {
  events: number
  keys: number
  pictures: number
  erased: number
  unreadable: string[]
  /** How many receipts of later erasures. */
  receipts: number
}

/**
 * Restores a backup into an empty database. The database is marked until the end, so that nothing starts on a part of it. An
 * interrupted restore is started again.
 * @throws {StartRefusal}
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { url, logUrl, dataDir, from, manifest, say } = options
  await using opened = new AsyncDisposableStack()
  const [database, log] = [await connect(url, opened), await connect(logUrl, opened)]
  await begin({ database, log })

  const store = await openPostgresStore({ connectionString: logUrl, isForRestore: true })
  opened.defer(() => store.close())
  const { events } = await copyLog({
    from: logFile(path.join(from, 'log', 'events.gz')),
    to: logOf(store),
    say,
  })
  await beginGeneration(log, manifest.log.generation)

  const pool = await createPool(url, { applicationName: 'restore', max: 4 })
  opened.defer(() => pool.end())
  await migrateVault(pool)
  await createJobTables(pool)
  const { keys, destroyedSince } = await restoreTables(database, { from, manifest })

  say('Putting back pictures, and erasing again who was erased since…')
  const lists = [path.join(dataDir, 'erasures.txt'), ...options.erasureLists]
  const listed = await Promise.all(lists.map(readErasureList))
  const persons = [...listed.flatMap(list => list.persons), ...destroyedSince]
  const receipts = listed.flatMap(list => list.receipts)
  const erased = await repeatErasuresOf({ pool, logUrl, dataDir }, { persons, receipts })
  const { rows } = await database.query('select person from vault.person_keys where wrapped is null')
  const erasedPersons = new Set(rows.map(({ person }) => person))
  const key = Buffer.from(fs.readFileSync(path.join(from, 'keys', 'pictures.key'), 'utf8'), 'base64')
  const archive = { objects: options.objects, file: path.join(from, 'log', 'pictures'), key }
  const pictureCount = await readPictures(archive, accountId => erasedPersons.has(accountId))

  await finish({ database, log })
  return { events, keys, pictures: pictureCount, ...erased }
}

type ErasureOptions = Pick<RestoreOptions, 'logUrl' | 'dataDir'> & {
  pool: Awaited<ReturnType<typeof createPool>>
}

async function repeatErasuresOf({ pool, logUrl, dataDir }: ErasureOptions, listed: ErasureList) {
  const secrets = openKeys(dataDir, { dataExists: true })
  const store = await openPostgresStore({ connectionString: logUrl, isForRestore: true })
  try {
    const keyring = personKeys(pool, keksOf(secrets))
    const log = eventLog(store, keyring)
    const repeated = await repeatErasures({ pool, log, store, keyring, secrets }, listed)
    const file = path.join(dataDir, 'erasures.txt')
    await completeErasureList({ pool, store }, { file, receipts: listed.receipts })
    return repeated
  } finally {
    await store.close()
  }
}

async function restoreTables(
  client: pg.ClientBase,
  { from, manifest }: Pick<RestoreOptions, 'from' | 'manifest'>,
): Promise<{ keys: number; destroyedSince: string[] }> {
  const inKeys = (name: string) => path.join(from, 'keys', name)
  await client.query('begin')
  await copyIn(client, vault.keks.in, inKeys('keks.gz'))
  const count = await copyIn(client, vault.keys.in, inKeys('vault.gz'))
  await client.query(vault.late.prepare)
  await copyIn(client, vault.late.in, inKeys('late.gz'))
  const { rowCount } = await client.query(vault.late.merge)
  const { rows: destroyed } = await client.query(vault.late.destroyed)
  for (const table of tables) {
    if (!manifest.files[table.file]) continue
    await copyIn(client, table.in, path.join(from, 'log', table.file))
  }
  await client.query('commit')
  return { keys: count + (rowCount ?? 0), destroyedSince: destroyed.map(({ person }) => person) }
}
