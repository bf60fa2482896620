import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { reasonOf, StartRefusal } from '@tba/embedded-postgres/refusal.ts'

// A start that follows a stop at once waits for it instead of refusing.
const waitMs = 3000
const sqliteBusy = 5

/** Another process of this product runs on the folder. */
export class FolderInUse extends StartRefusal {}

/**
 * Locks a data folder for this process. SQLite, which Node.js includes, takes a lock of the operating system on a file:
 * it ends with the process, kill -9 included, so that there is never a stale lock.
 * Throws FolderInUse while another process has the folder, at once or, where `isLeaving`, if it keeps it.
 * @param opened releases it
 */
export function lockFolder(folder: string, opened: AsyncDisposableStack, { isLeaving = true } = {}): void {
  try {
    const lockFile = path.join(folder, 'lock')
    const file = new DatabaseSync(lockFile, { timeout: isLeaving ? waitMs : 0 })
    // Earlier versions let everybody read it.
    fs.chmodSync(lockFile, 0o600)
    file.exec('BEGIN EXCLUSIVE')
    opened.defer(() => file.close())
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new FolderInUse(`Another start is using the data folder ${folder} already.`)
    }
    throw new StartRefusal(`The data folder ${folder} cannot be locked: ${reasonOf(error)}.`)
  }
}
