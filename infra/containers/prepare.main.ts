import { chmodSync, existsSync } from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from '@tba/embedded-postgres/files.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { openKeys } from '../start/local/keys.ts'

/**
 * Before anything else of docker-compose.yml is started: makes the key file, the password of PostgreSQL and the address
 * that it goes into, where they are absent. Services get them as files; what is there is never made anew.
 */
process.umask(0o077)
const dataDir = process.env.DATA_DIR ?? '/data'
const addressFile = path.join(dataDir, 'database-url')
const passwordFile = '/password/postgres'
try {
  const password = openKeys(dataDir, { dataExists: existsSync(addressFile) }).database.toString('hex')
  // Hexadecimal needs no escaping in an address.
  writePrivateFile(addressFile, `postgres://tba:${password}@postgres:5432/tba\n`)
  // In a volume for PostgreSQL alone, which runs as another user.
  writePrivateFile(passwordFile, password)
  chmodSync(passwordFile, 0o444)
  console.log('The keys and the password of PostgreSQL are in place.')
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
