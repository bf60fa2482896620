import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { reasonOf, StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { makeFolder } from '@tba/runtime/disk.ts'

/** Creates a missing data folder, for this user only. Throws StartRefusal if it cannot be written. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw new StartRefusal(`The data folder ${dataDir} cannot be used: ${reasonOf(error)}.`)
  }
}

// A start right after a stop waits for it.
const waitMs = 3000
const sqliteBusy = 5

/** Another process of this product uses the folder. */
export class FolderInUse extends StartRefusal {}

/**
 * Locks a data folder for this process. SQLite, which Node.js includes, locks a file through the operating system. The lock ends
 * with the process, also after kill -9, so it is never stale.
 * Throws FolderInUse if another process has the folder; with `shouldWait` it first waits for its end.
 * @param opened releases it
 */
export function lockFolder(folder: string, opened: AsyncDisposableStack, { shouldWait = true } = {}): void {
  try {
    const lockFile = path.join(folder, 'lock')
    const file = new DatabaseSync(lockFile, { timeout: shouldWait ? waitMs : 0 })
    // Earlier versions left it readable for everybody.
    fs.chmodSync(lockFile, 0o600)
    file.exec('BEGIN EXCLUSIVE')
    opened.defer(() => file.close())
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)
      throw new FolderInUse(`Another start is using the data folder ${folder} already.`)
    throw new StartRefusal(`The data folder ${folder} cannot be locked: ${reasonOf(error)}.`)
  }
}
