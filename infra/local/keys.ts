import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { writePrivateFile } from './files.ts'
import { causeOf, StartRefusal } from './refusal.ts'

const names = ['kek', 'emailHash', 'broker', 'jwt', 'upload', 'idempotency', 'database'] as const

const keyLengthBytes = 32
const key = z.base64().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== keyLengthBytes) context.addIssue('wrong length')
  return bytes
})
const keyFile = z.object(Object.fromEntries(names.map(name => [name, key])) as Record<KeyName, typeof key>)

export type KeyName = (typeof names)[number]

/** The secrets of this installation, 32 random bytes each; `database` opens PostgreSQL. */
export type Keys = Record<KeyName, Buffer>

/**
 * Reads DATA_DIR/keys.json, which stays outside the database that it opens. It is made once, before there is any data:
 * a lost or damaged one is never replaced, since what it sealed could not be read again. Throws StartRefusal.
 */
export function openKeys(dataDir: string, { dataExists }: { dataExists: boolean }): Keys {
  const file = path.join(dataDir, 'keys.json')
  const text = readKeyFile(file)
  if (text === undefined && dataExists) {
    throw new StartRefusal(
      `Manca il file delle chiavi ${file} accanto a dati esistenti: senza quel file non si leggono, rimettilo dalla copia di sicurezza.`,
    )
  }
  const parsed = keyFile.safeParse(parseJson(text ?? createKeyFile(file)))
  if (parsed.success) return parsed.data
  throw new StartRefusal(
    `Il file delle chiavi ${file} è danneggiato o incompleto: rimettilo dalla copia di sicurezza.`,
  )
}

function readKeyFile(file: string): string | undefined {
  try {
    const text = fs.readFileSync(file, 'utf8')
    // A file put back from a backup may have come with wider permissions.
    fs.chmodSync(file, 0o600)
    return text
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return undefined
    throw new StartRefusal(`Il file delle chiavi ${file} non si può leggere (${causeOf(error)}).`)
  }
}

function createKeyFile(file: string): string {
  const keys = names.map(name => [name, randomBytes(keyLengthBytes).toString('base64')])
  const text = `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`
  writePrivateFile(file, text)
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
