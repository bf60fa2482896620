import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { openObjects } from '@tba/runtime/storage/open-objects.ts'
import { KeyChangeRunning } from '@tba/runtime/vault/rewrap.ts'
import { parseOptions, runCommand } from '../local/command.ts'
import { findDatabase } from '../local/data/find-database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce, oncePerSecond, printError } from '../local/progress.ts'
import { backUp } from './backup.ts'

/** Backs up everything that cannot be rebuilt, also while the product runs: `npm run backup -- FOLDER`. */

const usage = 'Name the folder that the backup goes into: npm run backup -- /backups/monday'
const busy = 'Another backup or a change of the key is under way: try again when that is done.'
const noTablesMessage = 'There is nothing to back up yet: npm start makes it.'

async function takeBackup(opened: AsyncDisposableStack): Promise<void> {
  const environment = readEnvironment(process.env)
  const to = folderIn(process.argv.slice(2))
  const { url } = await findDatabase(environment, { opened, noTablesMessage })
  const { dataDir, eventStoreUrl: logUrl = url } = environment
  const objects = await openObjects(environment.objects, { warn: (_, sentence) => printError(sentence) })
  const { log, files } = await backUp({ url, logUrl, dataDir, objects, to, say: oncePerSecond(announce) })
  const count = (files['events.gz']?.rows ?? 0).toLocaleString('en-US')
  announce(
    `${count} events up to ${log.newest ?? 'nothing'}, ${files.pictures?.rows ?? 0} pictures: ${to}/log`,
  )
  announce(
    `What opens them: ${to}/keys. Keep it apart: together they are everything, and either is nothing alone.`,
  )
}

function folderIn(args: string[]): string {
  const { positionals } = parseOptions({ args, allowPositionals: true }, usage)
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) throw new StartRefusal(usage)
  return path.resolve(folder)
}

await runCommand(takeBackup, { messageOf: error => (error instanceof KeyChangeRunning ? busy : null) })
