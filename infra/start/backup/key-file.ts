import fs from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from '@tba/embedded-postgres/files.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'

type KeyFileOptions = {
  dataDir: string
  from: string
  /** The embedded database exists, created with the password in the existing key file. */
  hasDatabase: boolean
}

/** Copies the backup's key file. Another existing one may open other data, and stays. @throws {StartRefusal} */
export function restoreKeyFile({ dataDir, from, hasDatabase }: KeyFileOptions): void {
  const file = path.join(dataDir, 'keys.json')
  const text = fs.readFileSync(path.join(from, 'keys', 'keys.json'), 'utf8')
  if (!fs.existsSync(file)) {
    if (hasDatabase)
      throw new StartRefusal(
        `There is a database in ${dataDir} already: a restore goes into an empty folder.`,
      )
    writePrivateFile(file, text)
  } else if (fs.readFileSync(file, 'utf8') !== text) {
    throw new StartRefusal(
      `The key file ${file} is another one than the backup’s: move it away, the backup’s takes its place.`,
    )
  }
}
