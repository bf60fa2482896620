import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from '@tba/embedded-postgres/files.ts'
import { codeOf, reasonOf, StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { readVariables, variables } from '@tba/runtime/environment.ts'
import { Refusal } from '@tba/runtime/refusal.ts'
import { newSecrets, type Secrets, secretsFrom } from '@tba/runtime/secrets.ts'

const keyBytes = 32

/** Every command that opens the keys takes it. */
export const keyCommand = () => readVariables({ KEY_COMMAND: variables.KEY_COMMAND }, process.env).KEY_COMMAND

/** The secrets of this installation, 32 random bytes each. `database` is for PostgreSQL. */
export type Keys = Secrets & { database: Buffer }

/**
 * Reads DATA_DIR/keys.json, which is outside the database that it opens. It is created once, before any data. A missing or damaged
 * file is never replaced, because its sealed data would be lost. Throws StartRefusal.
 */
export function openKeys(dataDir: string, { dataExists }: { dataExists: boolean }): Keys {
  const file = path.join(dataDir, 'keys.json')
  const text = readKeyFile(file)
  if (text === undefined && dataExists)
    throw new StartRefusal(
      `The key file ${file} is missing beside data that exist: they cannot be read without it, put it back from a backup.`,
    )
  const keysText = text ?? createKeyFile(file)
  try {
    return parseKeys(keysText)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new StartRefusal(`The key file ${file} is damaged or incomplete: put it back from a backup.`)
  }
}

/**
 * Adds a new key-encryption key, and keeps the former one until `endKeyChange`. After an interrupted change it returns the same
 * two.
 */
export function beginKeyChange(dataDir: string): Keys & { formerKek: Buffer } {
  const file = path.join(dataDir, 'keys.json')
  const stored = JSON.parse(fs.readFileSync(file, 'utf8'))
  if (stored.formerKek === undefined) {
    const kek = randomBytes(keyBytes).toString('base64')
    writeKeys(file, { ...stored, kek, formerKek: stored.kek })
  }
  const { formerKek, ...keys } = openKeys(dataDir, { dataExists: true })
  if (!formerKek) throw new Error('the former key vanished from the key file')
  return { ...keys, formerKek }
}

/** Removes the former key, which wraps nothing any more. */
export function endKeyChange(dataDir: string): void {
  const file = path.join(dataDir, 'keys.json')
  const { formerKek: _, ...rest } = JSON.parse(fs.readFileSync(file, 'utf8'))
  writeKeys(file, rest)
}

function readKeyFile(file: string): string | undefined {
  try {
    const text = fs.readFileSync(file, 'utf8')
    // A restored file may have wider permissions.
    fs.chmodSync(file, 0o600)
    return text
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new StartRefusal(`The key file ${file} cannot be read: ${reasonOf(error)}.`)
  }
}

function createKeyFile(file: string): string {
  const { kek, ...others } = JSON.parse(newSecrets())
  const database = randomBytes(keyBytes).toString('base64')
  return writeKeys(file, { ...(!keyCommand() && { kek }), ...others, database })
}

function writeKeys(file: string, keys: object): string {
  const text = `${JSON.stringify(keys, null, 2)}\n`
  writePrivateFile(file, text)
  return text
}

function parseKeys(text: string): Keys {
  const secrets = secretsFrom(text, keyCommand())
  const database = Buffer.from(String(JSON.parse(text).database), 'base64')
  if (database.length !== keyBytes) throw new Error('the database key has a wrong length')
  return { ...secrets, database }
}
