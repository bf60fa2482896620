import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** A file of a backup, as in its manifest. */
export type CopiedFile = { rows: number; bytes: number; sha256: string }

/** Streams a `copy … to stdout` into a compressed file. */
export async function copyOut(client: pg.ClientBase, statement: string, file: string): Promise<CopiedFile> {
  const rows = client.query(copyTo(statement))
  await writeCompressed(file, rows)
  return describeFile(file, rows.rowCount)
}

/** Writes a file that only this user can read. Resolves when it is on disk. */
export async function writeCompressed(file: string, content: Readable | (() => AsyncIterable<string>)) {
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(content, createGzip({ level: 3 }), target)
}

/** Streams such a file into a `copy … from stdin`. @returns the number of rows */
export async function copyIn(client: pg.ClientBase, statement: string, file: string): Promise<number> {
  const rows = client.query(copyFrom(statement))
  await pipeline(createReadStream(file), createGunzip(), rows)
  return rows.rowCount
}

export async function describeFile(file: string, rows: number): Promise<CopiedFile> {
  return { rows, bytes: (await stat(file)).size, sha256: await hashOf(file) }
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
