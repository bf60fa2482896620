import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type EventStore, InvalidPosition } from '@tba/event-store/port.ts'
import { LRUCache } from 'lru-cache'
import { type Database, type DatabaseSettings, isLocked, openDatabase } from './database.ts'
import { Follower } from './follower.ts'
import { Reading } from './reading.ts'
import { copyVersion } from './version.ts'
import { type Progress, Writer } from './writer.ts'

export type CopyLog = Pick<EventStore, 'follow' | 'readAt' | 'head'>

type Options = DatabaseSettings & { store: CopyLog; onCommit: () => void }

const fileEnd = '.duckdb'
/** Of a download: an export writes it beside the copy. */
export const parquetEnd = '.parquet'
export const isCopyFile = (name: string) => name.endsWith(fileEnd)
const isOfThisVersion = (file: string) => path.basename(file).startsWith(`${copyVersion}-`)

/** One file, open: what reads it, and what writes to it. */
export class OpenCopy {
  readonly file: string
  readonly follower: Follower
  readonly #database: Database
  readonly #writer: Writer
  readonly #answers = new LRUCache<string, object>({ max: 500 })
  readonly #stopping = new AbortController()
  #following: Promise<void> = Promise.resolve()
  #readers = 0
  #onIdle: (() => void) | null = null

  private constructor(file: string, opened: { database: Database; writer: Writer; follower: Follower }) {
    this.file = file
    this.#database = opened.database
    this.#writer = opened.writer
    this.follower = opened.follower
  }

  /** An empty one, in a folder. */
  static async begin(folder: string, options: Options): Promise<OpenCopy> {
    const file = path.join(folder, `${copyVersion}-${randomUUID()}${fileEnd}`)
    const database = await openDatabase(file, options)
    const writer = await Writer.open(database)
    await writer.begin(copyVersion)
    const progress = await writer.progress()
    if (!progress) throw new Error('a copy that was just made has no progress')
    return new OpenCopy(file, { database, writer, follower: new Follower({ ...options, writer, progress }) })
  }

  /** One that an earlier process left; null: it is not of this version or of this log, or is damaged, and is deleted. */
  static async reopen(file: string, options: Options): Promise<OpenCopy | null> {
    const opened = isOfThisVersion(file) ? await opening(file, options) : null
    if (!opened) {
      await deleteCopy(file)
      return null
    }
    const { database, writer, progress } = opened
    if (!(await isOfLog(progress, options.store))) {
      writer.close()
      database.close()
      await deleteCopy(file)
      return null
    }
    return new OpenCopy(file, { database, writer, follower: new Follower({ ...options, writer, progress }) })
  }

  get progress(): Progress {
    return this.follower.progress
  }

  /** @returns what ends when following does: with what `Follower.run` throws */
  follow(): Promise<void> {
    this.#following = this.follower.run(this.#stopping.signal)
    return this.#following
  }

  async read<T>(signal: AbortSignal, work: (reading: Reading) => Promise<T>): Promise<T> {
    this.#readers++
    const connection = await this.#database.connect()
    try {
      return await Reading.of(connection, { answers: this.#answers, signal }, work)
    } finally {
      connection.closeSync()
      this.#readers--
      if (this.#readers === 0) this.#onIdle?.()
    }
  }

  /** After the questions that are being answered. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#following.catch(() => {})
    if (this.#readers > 0) await new Promise<void>(resolve => (this.#onIdle = resolve))
    this.#writer.close()
    this.#database.close()
  }

  async bytes(): Promise<number> {
    const sizes = await Promise.all([this.file, `${this.file}.wal`].map(file => stat(file).catch(() => null)))
    return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0)
  }
}

async function opening(file: string, options: Options) {
  try {
    const database = await openDatabase(file, options)
    const writer = await Writer.open(database)
    const progress = await writer.progress()
    if (progress?.version === copyVersion) return { database, writer, progress }
    writer.close()
    database.close()
    return null
  } catch (error) {
    // In doubt another one is made, but for a folder that another process uses.
    if (isLocked(error)) throw error
    return null
  }
}

/** Whether the log still holds what the copy was made from. After a scavenge no event may stand at a position. */
export async function isOfLog(
  { position, eventId }: Pick<Progress, 'position' | 'eventId'>,
  store: CopyLog,
): Promise<boolean> {
  if (position === null) return true
  try {
    const [event] = await store.readAt([position])
    if (event) return event.id === eventId
    const head = await store.head()
    return head !== null && head >= position
  } catch (error) {
    if (error instanceof InvalidPosition) return false
    throw error
  }
}

export async function deleteCopy(file: string): Promise<void> {
  for (const one of [file, `${file}.wal`, `${file}.tmp`]) await rm(one, { recursive: true, force: true })
}

/** What downloads left that were cut off. */
export async function deleteDownloads(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.endsWith(parquetEnd))
  for (const name of names) await rm(path.join(folder, name), { force: true })
}
