import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { findBinaries, postgresEnvironment } from './binaries.ts'
import { clusterFolder } from './cluster-folder.ts'
import { chownTree, syncFolder } from './files.ts'
import { complaintOf } from './log.ts'
import { reasonOf, StartRefusal } from './refusal.ts'

const run = promisify(execFile)

export const databaseUser = 'tba'
const unfinishedPrefix = 'postgres.initdb-'

/**
 * Makes a new cluster in a temporary folder and renames that when it is complete, so that a start that is killed leaves
 * no half cluster behind. Throws StartRefusal with what initdb says.
 */
export async function createCluster(dataDir: string, account: Account, password: string): Promise<void> {
  for (const name of fs.readdirSync(dataDir)) {
    if (name.startsWith(unfinishedPrefix))
      fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
  }
  // A new name each time: the initdb of a killed start may still be writing under its own.
  const workshop = fs.mkdtempSync(path.join(dataDir, unfinishedPrefix))
  const passwordFile = path.join(workshop, 'password')
  const unfinished = path.join(workshop, 'data')
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  chownTree(workshop, account.owner)
  await initdb(account, [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`])
  fs.renameSync(unfinished, clusterFolder(dataDir))
  syncFolder(dataDir)
  fs.rmSync(workshop, { recursive: true })
}

async function initdb(account: Account, places: string[]): Promise<void> {
  // The built-in locale sorts the same on every machine, whatever its C library.
  const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${databaseUser}`, '--auth=scram-sha-256']
  const [command = '', ...rest] = [
    ...account.prefix,
    findBinaries().initdb,
    ...places,
    ...access,
    ...locale,
    '--no-instructions',
  ]
  try {
    await run(command, rest, { env: postgresEnvironment })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new StartRefusal(
      `PostgreSQL cannot create the database: it says “${complaintOf(said) || reasonOf(error)}”.`,
    )
  }
}
