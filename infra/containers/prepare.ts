import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from '@tba/embedded-postgres/files.ts'
import { openKeys } from '../start/local/keys.ts'

type Places = { dataDir: string; passwordFile: string; metricsTokenFile: string }

/**
 * Makes the key file, the password of PostgreSQL and the addresses that it goes into, and the token for measurements,
 * where they are absent; what is there is never made anew. The two lie in volumes of their own: where one of them is lost, the other knows that there are data.
 * @throws {StartRefusal} before anything is written
 */
export function prepare({ dataDir, passwordFile, metricsTokenFile }: Places): void {
  const addressFile = path.join(dataDir, 'database-url')
  const dataExists = existsSync(addressFile) || existsSync(passwordFile)
  const password = openKeys(dataDir, { dataExists }).database.toString('hex')
  // Hexadecimal needs no escaping in an address.
  const addressOf = (host: string) => `postgres://tba:${password}@${host}:5432/tba\n`
  writePrivateFile(addressFile, addressOf('postgres'))
  writePrivateFile(path.join(dataDir, 'read-database-url'), addressOf('postgres-replica'))
  writeForOthers(passwordFile, password)
  writeForOthers(metricsTokenFile, metricsTokenIn(path.join(dataDir, 'metrics-token')))
}

/** The operator may have put one there. */
function metricsTokenIn(file: string): string {
  if (!existsSync(file)) writePrivateFile(file, randomBytes(24).toString('hex'))
  return readFileSync(file, 'utf8').trim()
}

/** In a volume for one container alone, which runs as another user. */
function writeForOthers(file: string, text: string): void {
  writePrivateFile(file, text)
  chmodSync(file, 0o444)
}
