import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from '@tba/embedded-postgres/files.ts'
import { productPassword, productRole } from '@tba/embedded-postgres/product-role.ts'
import { openKeys } from '../start/local/data/keys.ts'

type FilePaths = { dataDir: string; passwordFile: string; metricsTokenFile: string }

/**
 * Creates the missing ones of: the key file, PostgreSQL's password, the addresses with it, and the metrics token. Never replaces an
 * existing one. Keys and password have separate volumes: if one is lost, the other shows that there are data.
 * @throws {StartRefusal} before anything is written
 */
export function prepare({ dataDir, passwordFile, metricsTokenFile }: FilePaths): void {
  const addressFile = path.join(dataDir, 'database-url')
  const dataExists = existsSync(addressFile) || existsSync(passwordFile)
  const password = openKeys(dataDir, { dataExists }).database.toString('hex')
  // Hexadecimal needs no escaping in an address.
  const addressOf = (host: string) =>
    `postgres://${productRole}:${productPassword(password)}@${host}:5432/tba\n`
  writePrivateFile(addressFile, addressOf('postgres'))
  writePrivateFile(path.join(dataDir, 'read-database-url'), addressOf('postgres-replica'))
  writeForOthers(passwordFile, password)
  writeForOthers(metricsTokenFile, metricsTokenIn(path.join(dataDir, 'metrics-token')))
}

/** The operator may have set one. */
function metricsTokenIn(file: string): string {
  if (!existsSync(file)) writePrivateFile(file, randomBytes(24).toString('hex'))
  return readFileSync(file, 'utf8').trim()
}

/** In a volume for a single container, which runs as another user. */
function writeForOthers(file: string, text: string): void {
  writePrivateFile(file, text)
  chmodSync(file, 0o444)
}
