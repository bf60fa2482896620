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
import { type DatabaseSettings, isDamaged, isLocked } from './database.ts'
import { Refused } from './failures.ts'
import { deleteCopy, OpenCopy, type Waiting } from './open-copy.ts'
import { parquetEnd } from './parquet.ts'
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
  #current: OpenCopy | null = null
  #next: OpenCopy | null = null
  #changed = Promise.withResolvers<void>()

  constructor(options: CopiesOptions) {
    this.#options = options
    this.#work = this.#run()
  }

  /** The first copy of a small log is there in a moment. @throws {Refused} `building`, or as `OpenCopy.answer` does */
  async answer<T>(waiting: Waiting, work: (reading: Reading) => Promise<T>): Promise<T> {
    const endMs = performance.now() + waiting.waitMs
    while (!this.#current || this.#current.failure) {
      if (performance.now() >= endMs) throw new Refused('building', 'the first copy is being built')
      await after(firstEveryMs)
      waiting.signal.throwIfAborted()
    }
    return this.#current.answer(waiting, work)
  }

  /** Null: there is nothing. */
  async state(): Promise<CopyState | null> {
    const [current, next] = [this.#current, this.#next]
    const shown = current ?? next
    if (!shown) return null
    const { events, recordedMs } = shown.progress
    const state = current ? (next ? 'rebuilding' : 'live') : 'building'
    const progress = next ? await this.#builtOf(next) : 1
    return {
      state,
      position: shown.reached || null,
      recordedMs,
      events,
      bytes: await shown.bytes(),
      progress,
    }
  }

  /** The log may have become shorter: looks whether it still holds what the copy was made from. */
  async check(): Promise<void> {
    const copy = this.#current
    if (copy && !(await isOfLog(copy.progress, this.#options.store)))
      copy.fail(new InvalidPosition('the log is another one than the copy was made from'))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#changed.resolve()
    await this.#work
    await Promise.all([this.#current?.close(), this.#next?.close()])
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

  /** Drops what has failed, opens or begins what is missing, and puts in place what is ready. */
  async #tend(): Promise<void> {
    for (const copy of [this.#current, this.#next]) if (copy?.failure) await this.#dropFailed(copy)
    if (!this.#current && !this.#next) await this.#openFolder()
    if (!this.#next && (!this.#current || this.#current.progress.rebuildWanted)) {
      const name = `${copyVersion}-${Date.now()}${fileEnd}`
      this.#next = this.#followed(await OpenCopy.open(path.join(this.#options.folder, name), this.#options))
    }
    if (this.#next?.progress.isReady) {
      const before = this.#current
      this.#current = this.#next
      this.#next = null
      if (before) await drop(before)
    }
  }

  /** What is not damaged is opened again, unless another one is there. */
  async #dropFailed(copy: OpenCopy): Promise<never> {
    if (copy === this.#current) this.#current = null
    else this.#next = null
    const { failure } = copy
    const isVoid = isDamaged(failure) || failure instanceof InvalidPosition
    if (isVoid || this.#current || this.#next) await drop(copy)
    else await copy.close()
    throw failure
  }

  #followed(copy: OpenCopy): OpenCopy {
    copy.follow(this.#options.store, () => this.#changed.resolve())
    return copy
  }

  /** Takes the newest usable file that is ready, and one whose build was cut off; the others go. */
  async #openFolder(): Promise<void> {
    const { folder, isAfterDeath } = this.#options
    await mkdir(folder, { recursive: true })
    const names = (await readdir(folder)).sort().reverse()
    // What downloads left that were cut off.
    for (const name of names.filter(each => each.endsWith(parquetEnd)))
      await rm(path.join(folder, name), { force: true })
    for (const name of names.filter(each => each.endsWith(fileEnd))) {
      const file = path.join(folder, name)
      const isUsable = !isAfterDeath && name.startsWith(`${copyVersion}-`)
      const copy = isUsable ? await this.#reopened(file) : null
      if (copy?.progress.isReady && !this.#current) this.#current = this.#followed(copy)
      else if (copy?.progress.isReady === false && !this.#next) this.#next = this.#followed(copy)
      else if (copy) await drop(copy)
      else await deleteCopy(file)
    }
  }

  /** Null: it is not of this log, or is damaged. */
  async #reopened(file: string): Promise<OpenCopy | null> {
    const copy = await OpenCopy.open(file, this.#options).catch(error => {
      // In doubt another one is made, but for a folder that another process uses.
      if (isLocked(error)) throw error
      return null
    })
    let isUsable = false
    try {
      isUsable = copy !== null && (await isOfLog(copy.progress, this.#options.store))
    } finally {
      // Never two instances on one file, where it is tried again.
      if (!isUsable) await copy?.close()
    }
    return isUsable ? copy : null
  }
}

async function drop(copy: OpenCopy): Promise<void> {
  await copy.close()
  await deleteCopy(copy.file)
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
