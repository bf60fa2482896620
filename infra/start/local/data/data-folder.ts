import fs from 'node:fs'
import path from 'node:path'
import { causeOf, reasonOf, StartRefusal } from '@tba/embedded-postgres/refusal.ts'

/** Creates a missing data folder, for this user only. Throws StartRefusal if it cannot be written. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw new StartRefusal(`The data folder ${dataDir} cannot be used: ${reasonOf(error)}.`)
  }
}

// Not with `recursive`, which never returns in system folders such as /proc.
function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const isRoot = path.dirname(folder) === folder
    if (causeOf(error) === 'ENOENT' && !isRoot && !fs.existsSync(path.dirname(folder))) {
      makeFolder(path.dirname(folder))
      fs.mkdirSync(folder, { mode: 0o700 })
    } else if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
