import fs from 'node:fs'
import path from 'node:path'
import { findCluster } from '@tba/embedded-postgres/cluster.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { openObjects } from '@tba/runtime/storage/open-objects.ts'
import { parseOptions, runCommand } from '../local/command.ts'
import { lockFolder, prepareDataFolder } from '../local/data/data-folder.ts'
import { openDatabase, scopeOf } from '../local/data/database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce, oncePerSecond, printError } from '../local/progress.ts'
import { restoreKeyFile } from './key-file.ts'
import { readManifest } from './manifest.ts'
import { type RestoreResult, restore } from './restore.ts'
import { refuseOtherLogs } from './target.ts'

/** Restores a backup into an empty database, with its key file: `npm run restore -- FOLDER`. */

const usage =
  'Name the folder of the backup: npm run restore -- /backups/monday [--erasures /elsewhere/erasures.txt]'

async function restoreBackup(opened: AsyncDisposableStack): Promise<void> {
  const environment = readEnvironment(process.env)
  const { dataDir, databaseUrl } = environment
  const { from, erasureLists } = readArguments(process.argv.slice(2))
  refuseOtherLogs(environment.eventStoreUrl)
  const objects = await openObjects(environment.objects, { warn: (_, sentence) => printError(sentence) })
  announce('Checking the backup…')
  const manifest = await checkBackup(from)
  prepareDataFolder(dataDir)
  lockFolder(dataDir, opened)
  restoreKeyFile({ dataDir, from, hasDatabase: !databaseUrl && findCluster(dataDir) === 'present' })
  const { url } = await openDatabase(dataDir, scopeOf(opened), databaseUrl)
  const logUrl = environment.eventStoreUrl ?? url
  const say = oncePerSecond(announce)
  announceResult(await restore({ url, logUrl, dataDir, objects, from, manifest, erasureLists, say }))
}

function readArguments(args: string[]) {
  const options = { erasures: { type: 'string', multiple: true } } as const
  const { positionals, values } = parseOptions({ args, allowPositionals: true, options }, usage)
  const [from] = positionals
  if (from === undefined || positionals.length > 1) throw new StartRefusal(usage)
  const erasureLists = (values.erasures ?? []).map(file => path.resolve(file))
  const missing = erasureLists.find(file => !fs.existsSync(file))
  if (missing) throw new StartRefusal(`There is no list of erasures at ${missing}.`)
  return { from: path.resolve(from), erasureLists }
}

/** Checks both halves, and that they belong together, before anything is touched. */
async function checkBackup(from: string) {
  const keys = await readManifest(path.join(from, 'keys'))
  const log = await readManifest(path.join(from, 'log'))
  if (keys.id !== log.id)
    throw new StartRefusal(`The keys in ${from} are those of another backup than its log.`)
  return log
}

function announceResult({ events, keys, pictures, erased, unreadable, receipts }: RestoreResult): void {
  const [eventCount, keyCount] = [events, keys].map(count => count.toLocaleString('en-US'))
  announce(`${eventCount} events, ${keyCount} keys of persons and ${pictures} pictures are back.`)
  if (erased > 0) announce(`${erased} who had been erased since are so again.`)
  if (receipts > 0) announce(`${receipts} receipts of erasures are back.`)
  if (unreadable.length > 0)
    printError(
      `What these had recorded could not be read, and their addresses stay taken: ${unreadable.join(', ')}`,
    )
  announce('npm start folds the read tables from the log.')
}

await runCommand(restoreBackup)
