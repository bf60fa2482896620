import { chmodSync, existsSync } from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from '@tba/embedded-postgres/files.ts'
import { openKeys } from '../start/local/keys.ts'

/**
 * Makes the key file, the password of PostgreSQL and the address that it goes into, where they are absent; what is there
 * is never made anew. The two lie in volumes of their own: where one of them is lost, the other knows that there are data.
 * @throws {StartRefusal} before anything is written
 */
export function prepare({ dataDir, passwordFile }: { dataDir: string; passwordFile: string }): void {
  const addressFile = path.join(dataDir, 'database-url')
  const dataExists = existsSync(addressFile) || existsSync(passwordFile)
  const password = openKeys(dataDir, { dataExists }).database.toString('hex')
  // Hexadecimal needs no escaping in an address.
  writePrivateFile(addressFile, `postgres://tba:${password}@postgres:5432/tba\n`)
  // In a volume for PostgreSQL alone, which runs as another user.
  writePrivateFile(passwordFile, password)
  chmodSync(passwordFile, 0o444)
}
