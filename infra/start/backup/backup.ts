import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from '@tba/embedded-postgres/files.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { isInPostgres } from '@tba/event-store/addresses.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import { generationIn } from '@tba/event-store/position.ts'
import { schemaVersion, versionOf } from '@tba/event-store/postgres/opening/migrations.ts'
import { makeFolder } from '@tba/runtime/disk.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { withKeyChangeLock } from '@tba/runtime/vault/rewrap.ts'
import type pg from 'pg'
import { type CopiedFile, copyOut, describeFile } from './copy.ts'
import { copyLog } from './copy-log.ts'
import { logFile, logOf } from './endpoints.ts'
import { format, type Manifest, writeManifest } from './manifest.ts'
import { writePictures } from './pictures.ts'
import { tables, vault } from './tables.ts'
import { connect } from './target.ts'

export type BackupOptions = {
  /** The addresses of tables and vault, and of the log. */
  url: string
  logUrl: string
  dataDir: string
  /** The storage of the pictures. */
  objects: Objects
  /** A folder to create. */
  to: string
  say: (line: string) => void
}

/** Keys older than this already existed when the copy of the keys started. */
const margin = '10 minutes'

/**
 * Copies everything that cannot be rebuilt, while the product runs. Log and pictures go into one folder, where nothing personal
 * is readable, and the keys into another. Keys are copied before events: a person erased in between is erased in the copied
 * events, and the restored key is destroyed by that erasure's job. Keys created in between are added at the end.
 * @throws {StartRefusal} {KeyChangeRunning}
 */
export async function backUp({ url, logUrl, dataDir, objects, to, say }: BackupOptions): Promise<Manifest> {
  await using opened = new AsyncDisposableStack()
  const pool = await createPool(url, { applicationName: 'backup', max: 1 })
  opened.defer(() => pool.end())
  const database = await connect(url, opened)
  await refuseOther(database, isInPostgres(logUrl) ? await connect(logUrl, opened) : null)
  const store = await openEventStore({ url: logUrl, applicationName: 'backup' })
  opened.defer(() => store.close())
  const folder = { log: path.join(to, 'log'), keys: path.join(to, 'keys') }
  makeFolders(to, Object.values(folder))
  const takenAt = new Date().toISOString()
  const id = randomUUID()

  // The key file must not change while its keys are copied.
  return await withKeyChangeLock(pool, async () => {
    const keysFile = fs.readFileSync(path.join(dataDir, 'keys.json'), 'utf8')
    const keys: Record<string, CopiedFile> = {}
    const { rows } = await database.query(`select (now() - interval '${margin}')::text as since`)
    keys['vault.gz'] = await copyOut(database, vault.keys.out, path.join(folder.keys, 'vault.gz'))

    const generation = generationIn(await store.head())
    const file = path.join(folder.log, 'events.gz')
    const { events, newest } = await copyLog({ from: logOf(store), to: logFile(file), say })
    const files: Record<string, CopiedFile> = { 'events.gz': await describeFile(file, events) }

    keys['late.gz'] = await copyOut(
      database,
      vault.late.out(rows[0].since),
      path.join(folder.keys, 'late.gz'),
    )
    keys['keks.gz'] = await copyOut(database, vault.keks.out, path.join(folder.keys, 'keks.gz'))
    for (const { name, file, out } of tables) {
      if (await exists(database, name))
        files[file] = await copyOut(database, out, path.join(folder.log, file))
    }
    const key = randomBytes(32)
    const archive = { objects, file: path.join(folder.log, 'pictures'), key }
    files.pictures = await writePictures(archive)
    keys['keys.json'] = await writeText(path.join(folder.keys, 'keys.json'), keysFile)
    keys['pictures.key'] = await writeText(path.join(folder.keys, 'pictures.key'), key.toString('base64'))

    const manifest: Manifest = { format, id, takenAt, log: { generation, newest }, files }
    writeManifest(folder.keys, { ...manifest, files: keys })
    writeManifest(folder.log, manifest)
    return manifest
  })
}

async function writeText(file: string, text: string): Promise<CopiedFile> {
  writePrivateFile(file, text)
  return describeFile(file, 1)
}

async function exists(client: pg.ClientBase, table: string): Promise<boolean> {
  return (await client.query('select to_regclass($1) is not null as is', [table])).rows[0].is
}

/** A backup changes nothing, also not the schema. */
async function refuseOther(database: pg.ClientBase, log: pg.ClientBase | null): Promise<void> {
  const isOther = log !== null && (await versionOf(log)) !== schemaVersion
  if (isOther || !(await exists(database, 'vault.keks')))
    throw new StartRefusal(
      'The database was not brought along to this release yet, or is of a newer one: npm start does it, and the release that it was last started with backs it up.',
    )
}

function makeFolders(to: string, folders: readonly string[]): void {
  if (fs.existsSync(to) && fs.readdirSync(to).length > 0)
    throw new StartRefusal(`There is something in ${to} already: a backup goes into a folder of its own.`)
  for (const folder of folders) makeFolder(folder)
}
