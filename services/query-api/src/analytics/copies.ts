import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { shareOfLog } from '@tba/event-store/share-of-log.ts'
import type { AnalyticsStatus } from '@tba/events/projections/views.ts'
import { registry } from '@tba/events/registry.ts'
import { z } from 'zod'
import { parquetEnd } from '../history/export-parquet.ts'
import { type DatabaseSettings, isDamaged, isLocked } from './database.ts'
import { Refused } from './failures.ts'
import { deleteCopy, OpenCopy, type Waiting } from './open-copy.ts'
import type { Reading } from './reading.ts'
import type { Progress } from './writer.ts'

/** Of the copy that answers, or else of the one that is built. */
export type CopyState = Omit<AnalyticsStatus, 'position' | 'lagMs' | 'instance'> & {
  position: Position | null
  /** When the newest event in it was recorded, in ms since 1970. */
  recordedMs: number | null
}

type CopyLog = Pick<EventStore, 'follow' | 'readAt' | 'head'>

export type CopiesOptions = DatabaseSettings & {
  folder: string
  /** The thread before died: its file may still be open in this process, and is not to be opened twice. */
  isAfterDeath: boolean
  store: CopyLog
  onError: (error: unknown) => void
}

const fileEnd = '.duckdb'
const retryMs = 1_000
const lockedRetryMs = 30_000
const firstEveryMs = 20

/** The copy that answers, and the one that is built beside it, if any. */
export class Copies {
  readonly #options: CopiesOptions
  readonly #closing = new AbortController()
  readonly #work: Promise<void>
  /** The newest first. */
  #copies: OpenCopy[] = []
  #changed = Promise.withResolvers<void>()

  constructor(options: CopiesOptions) {
    this.#options = options
    this.#work = this.#run()
  }

  /** The first copy of a small log is there in a moment. @throws {Refused} `building`, or as `OpenCopy.answer` does */
  async answer<T>(waiting: Waiting, work: (reading: Reading) => Promise<T>): Promise<T> {
    const endMs = performance.now() + waiting.waitMs
    for (;;) {
      const copy = this.#first({ isReady: true })
      if (copy) return copy.answer(waiting, work)
      if (performance.now() >= endMs) throw new Refused('building', 'the first copy is being built')
      await after(firstEveryMs)
      waiting.signal.throwIfAborted()
    }
  }

  /** Null: there is nothing. */
  async state(): Promise<CopyState | null> {
    const [current, next] = [this.#first({ isReady: true }), this.#first({ isReady: false })]
    const shown = current ?? next
    if (!shown) return null
    const { events, recordedMs } = shown.progress
    const state = current ? (next ? 'rebuilding' : 'live') : 'building'
    const progress = next ? await this.#builtOf(next) : 1
    const [position, bytes] = [shown.reached || null, await shown.bytes()]
    return { state, position, recordedMs, events, bytes, progress }
  }

  /** The log may have become shorter: looks whether it still holds what the copy was made from. */
  async check(): Promise<void> {
    const copy = this.#first({ isReady: true })
    if (copy && !(await isOfLog(copy.progress, this.#options.store)))
      copy.fail(new InvalidPosition('the log is another one than the copy was made from'))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#changed.resolve()
    await this.#work
    await Promise.all(this.#copies.map(copy => copy.close()))
  }

  /** Ready is the one that answers; the other one is being built. */
  #first({ isReady }: Pick<Progress, 'isReady'>): OpenCopy | undefined {
    return this.#copies.find(({ progress, failure }) => progress.isReady === isReady && !failure)
  }

  async #builtOf({ progress: { position } }: OpenCopy): Promise<number> {
    const head = await this.#options.store.head().catch(() => null)
    return position && head ? shareOfLog(position, { from: '' as Position, to: head }) : 0
  }

  /** What fails is tried again. A folder that another process uses can be had once that one has ended. */
  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      this.#changed = Promise.withResolvers<void>()
      try {
        await this.#tend()
        await this.#changed.promise
      } catch (error) {
        this.#options.onError(error)
        await after(isLocked(error) ? lockedRetryMs : retryMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  /** Drops what has failed or is replaced, and opens or begins what is missing. */
  async #tend(): Promise<void> {
    const failed = this.#copies.find(({ failure }) => failure)
    if (failed) await this.#dropFailed(failed)
    if (this.#copies.length === 0) await this.#openFolder()
    const [current, next] = [this.#first({ isReady: true }), this.#first({ isReady: false })]
    for (const copy of this.#copies) if (copy !== current && copy !== next) await this.#drop(copy)
    if (next || (current && !current.progress.rebuildWanted)) return
    const name = `${copyVersion}-${Date.now()}${fileEnd}`
    const copy = await OpenCopy.open(path.join(this.#options.folder, name), this.#options)
    this.#copies.unshift(copy)
    this.#follow(copy)
  }

  /** What is not damaged is opened again, unless another one is there. */
  async #dropFailed(copy: OpenCopy): Promise<never> {
    const { failure } = copy
    const isVoid = isDamaged(failure) || failure instanceof InvalidPosition
    await this.#drop(copy, { isDeleted: isVoid || this.#copies.length > 1 })
    throw failure
  }

  async #drop(copy: OpenCopy, { isDeleted } = { isDeleted: true }): Promise<void> {
    this.#copies = this.#copies.filter(other => other !== copy)
    await copy.close()
    if (isDeleted) await deleteCopy(copy.file)
  }

  #follow(copy: OpenCopy): void {
    copy.follow(this.#options.store, () => this.#changed.resolve())
  }

  /** Opens the usable files, also one whose build was cut off; the others go. */
  async #openFolder(): Promise<void> {
    const { folder, isAfterDeath, store } = this.#options
    await mkdir(folder, { recursive: true })
    const names = (await readdir(folder)).sort().reverse()
    // What downloads left that were cut off.
    for (const name of names.filter(each => each.endsWith(parquetEnd)))
      await rm(path.join(folder, name), { force: true })
    for (const name of names.filter(each => each.endsWith(fileEnd))) {
      const file = path.join(folder, name)
      const isUsable = !isAfterDeath && name.startsWith(`${copyVersion}-`)
      // In doubt another one is made, but for a folder that another process uses.
      const copy = isUsable ? await OpenCopy.open(file, this.#options).catch(nullUnlessLocked) : null
      if (copy && (await isKept(copy, store))) {
        this.#copies.push(copy)
        this.#follow(copy)
      } else await deleteCopy(file)
    }
  }
}

function nullUnlessLocked(error: unknown): null {
  if (isLocked(error)) throw error
  return null
}

/** Closes what is not of this log. Never are there two instances on one file: it is closed too where the log does not answer. */
async function isKept(copy: OpenCopy, store: CopyLog): Promise<boolean> {
  let isOf = false
  try {
    isOf = await isOfLog(copy.progress, store)
    return isOf
  } finally {
    if (!isOf) await copy.close()
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

/** A change of how a row is made of an event (`row.ts`) raises it. */
const rows = 1

/** Another one where the table, an event's schema or what is sealed differ. */
const copyVersion: string = hash(
  'sha256',
  JSON.stringify([
    rows,
    readFileSync(new URL('./table.sql', import.meta.url), 'utf8'),
    Object.entries(registry).map(([type, { version, personal, schema }]) => [
      ...[type, version, personal],
      z.toJSONSchema(schema, { unrepresentable: 'any' }),
    ]),
  ]),
).slice(0, 12)
