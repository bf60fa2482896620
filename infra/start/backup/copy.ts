import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** A file of a backup, as its manifest knows it. */
export type CopiedFile = { rows: number; bytes: number; sha256: string }

type OnBytes = (bytes: number) => void

/** Streams a `copy … to stdout` into a compressed file that only this user may read, on disk when this resolves. */
export async function copyToFile(
  client: pg.ClientBase,
  { statement, file }: { statement: string; file: string },
  onBytes: OnBytes = () => {},
): Promise<CopiedFile> {
  const rows = client.query(copyTo(statement))
  const hash = createHash('sha256')
  let bytes = 0
  const written = counting(chunk => {
    bytes += chunk.length
    hash.update(chunk)
    onBytes(bytes)
  })
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(rows, createGzip({ level: 3 }), written, target)
  return { rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}

/** Streams such a file into a `copy … from stdin`. @returns how many rows it took */
export async function copyFromFile(
  client: pg.ClientBase,
  { statement, file }: { statement: string; file: string },
  onBytes: OnBytes = () => {},
): Promise<number> {
  let bytes = 0
  const read = counting(chunk => {
    bytes += chunk.length
    onBytes(bytes)
  })
  const rows = client.query(copyFrom(statement))
  await pipeline(createReadStream(file), read, createGunzip(), rows)
  return rows.rowCount
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

function counting(count: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      count(chunk)
      done(null, chunk)
    },
  })
}
