import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { origin, shareOfLog } from '@tba/event-store/position.ts'
import type { AnalyticsStatus } from '@tba/events/projections/views.ts'
import { registry } from '@tba/events/registry.ts'
import { makeFolder, readDiskSpace } from '@tba/runtime/disk.ts'
import { sourceList } from '@tba/runtime/visits/source-name.ts'
import { z } from 'zod'
import { isDamaged, isLocked, parquetEnd } from './database.ts'
import { QueryRefused } from './failures.ts'
import { type CopySettings, deleteCopy, OpenCopy, type WaitOptions } from './open-copy.ts'
import { linkChanges } from './person-rows.ts'
import type { Site } from './row.ts'
import type { Snapshot } from './snapshot.ts'
import { addToVisits } from './visit-rows.ts'
import type { Progress } from './writer.ts'

/** The state of the copy that answers, or of the first one while it is built. */
export type CopyState = Omit<AnalyticsStatus, 'position' | 'lastEventAt' | 'lagMs' | 'instance'> & {
  position: Position | null
  /** Time of the newest event in it, in ms since 1970. */
  recordedMs: number | null
}

type CopyLog = Pick<EventStore, 'follow' | 'read' | 'readAt' | 'settled' | 'head'>

export type CopiesOptions = CopySettings & {
  folder: string
  /** The thread before this one died. Its file may still be open in this process and must not be opened again. */
  isRestart: boolean
  store: CopyLog
  onError: (error: unknown) => void
}

const fileExtension = '.duckdb'
const retryMs = 1_000
const lockedRetryMs = 30_000
const firstPollMs = 20

/** The copy that answers queries, and at most one that is built beside it. */
export class Copies {
  readonly #options: CopiesOptions
  readonly #version: string
  readonly #closing = new AbortController()
  readonly #work: Promise<void>
  /** Newest first. */
  #copies: OpenCopy[] = []
  /** Files of other versions, which stay until the copy of this one is there: the former build may come back. */
  #others: string[] = []
  #changed = Promise.withResolvers<void>()

  constructor(options: CopiesOptions) {
    this.#options = options
    this.#version = copyVersionOf(options)
    this.#work = this.#run()
  }

  /** Waits for the first copy: for a small log it is ready in a moment. @throws {QueryRefused} `building`, or as `OpenCopy.answer` */
  async answer<T>(waiting: WaitOptions, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const endMs = performance.now() + waiting.waitMs
    for (;;) {
      const copy = this.#first({ isReady: true })
      if (copy) return copy.answer(waiting, work)
      if (performance.now() >= endMs) throw new QueryRefused('building', 'the first copy is being built')
      await after(firstPollMs)
      waiting.signal.throwIfAborted()
    }
  }

  /** Null: there is no copy. */
  async state(): Promise<CopyState | null> {
    const [current, next] = [this.#first({ isReady: true }), this.#first({ isReady: false })]
    const shown = current ?? next
    if (!shown) return null
    const { events, recordedMs } = shown.progress
    const state = current ? (next ? 'rebuilding' : 'live') : 'building'
    const progress = next ? await this.#builtOf(next) : 1
    const [position, bytes] = [shown.reached || null, await shown.bytes()]
    return { state, position, recordedMs, events, bytes, progress, lastRebuild: buildOf(shown) }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#changed.resolve()
    await this.#work
    await Promise.all(this.#copies.map(copy => copy.close()))
  }

  /** `isReady` selects the copy that answers, otherwise the one that is built. */
  #first({ isReady }: Pick<Progress, 'isReady'>): OpenCopy | undefined {
    return this.#copies.find(({ progress, failure }) => progress.isReady === isReady && !failure)
  }

  async #builtOf({ progress: { position } }: OpenCopy): Promise<number> {
    const head = await this.#options.store.head().catch(() => null)
    return position && head ? shareOfLog(position, { from: origin, to: head }) : 0
  }

  /** Retries after an error. A folder that another process uses becomes free when that process ends. */
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

  /** Drops failed and replaced copies. Opens or starts missing ones. */
  async #tend(): Promise<void> {
    const failed = this.#copies.find(({ failure }) => failure)
    if (failed) await this.#dropFailed(failed)
    if (this.#copies.length === 0) await this.#openFolder()
    const [current, next] = [this.#first({ isReady: true }), this.#first({ isReady: false })]
    for (const copy of this.#copies) if (copy !== current && copy !== next) await this.#drop(copy)
    if (current) for (const file of this.#others.splice(0)) await deleteCopy(file)
    if (next || (current && !current.progress.rebuildWanted)) return
    const name = `${this.#version}-${Date.now()}${fileExtension}`
    const copy = await OpenCopy.open(path.join(this.#options.folder, name), this.#options)
    this.#copies.unshift(copy)
    this.#follow(copy)
  }

  /** A copy that is not damaged is opened again, unless there is another one. */
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

  /** Whether the disk bears a copy of this size beside this file. */
  async #hasRoomBeside(file: string): Promise<boolean> {
    const [{ size }, { freeBytes }] = [await stat(file), await readDiskSpace(this.#options.folder)]
    if (size < freeBytes) return true
    this.#options.onError(
      new Error('the disk has no room for a new copy beside that of another version, which is deleted first'),
    )
    return false
  }

  /** Opens the usable files, also an unfinished build. Deletes the others. */
  async #openFolder(): Promise<void> {
    const { folder, isRestart, store } = this.#options
    makeFolder(path.resolve(folder))
    const names = (await readdir(folder)).sort().reverse()
    // Files of downloads that were cut off, and what a deleted copy left.
    const isOrphan = (name: string) => /\.duckdb\.(wal|tmp)$/.test(name) && !names.includes(name.slice(0, -4))
    for (const name of names.filter(each => each.endsWith(parquetEnd) || isOrphan(each)))
      await rm(path.join(folder, name), { force: true, recursive: true })
    for (const name of names.filter(each => each.endsWith(fileExtension))) {
      const file = path.join(folder, name)
      const isOwn = name.startsWith(`${this.#version}-`)
      if (!isOwn && (await this.#hasRoomBeside(file))) {
        this.#others.push(file)
        continue
      }
      const isUsable = !isRestart && isOwn
      // Build a new copy if a file cannot be opened, except if another process locks it.
      const copy = isUsable ? await OpenCopy.open(file, this.#options).catch(nullUnlessLocked) : null
      if (copy && (await isUsableCopy(copy, store))) {
        this.#copies.push(copy)
        this.#follow(copy)
      } else await deleteCopy(file)
    }
  }
}

/** Its name says when its build began. Null: it is being built, or an older build made it. */
function buildOf({ file, progress: { readyMs } }: OpenCopy): CopyState['lastRebuild'] {
  const beganMs = Number(path.basename(file, fileExtension).split('-')[1])
  return readyMs === undefined
    ? null
    : { endedAt: new Date(readyMs).toISOString(), seconds: Math.max(0, readyMs - beganMs) / 1_000 }
}

function nullUnlessLocked(error: unknown): null {
  if (isLocked(error)) throw error
  return null
}

/** Closes a copy of another log, also if the log does not answer. Two instances on one file would lose rows. */
async function isUsableCopy(copy: OpenCopy, store: CopyLog): Promise<boolean> {
  try {
    await copy.verify(store)
    return true
  } catch (error) {
    await copy.close()
    if (error instanceof InvalidPosition) return false
    throw error
  }
}

/** Raise it when `row.ts` builds rows in another way. */
const rowsVersion = 2

/** The copy is rebuilt when its tables, the names of sources, this site, the schema of an event or the sealed fields change. */
const copyVersionOf = ({ siteHost }: Site): string =>
  hash(
    'sha256',
    JSON.stringify([
      ...[rowsVersion, siteHost, sourceList, addToVisits(0), linkChanges(0, [{ type: 'EmailClaimed' }])],
      readFileSync(new URL('./table.sql', import.meta.url), 'utf8'),
      Object.entries(registry).map(([type, { version, personal, schema }]) => [
        ...[type, version, personal],
        z.toJSONSchema(schema, { unrepresentable: 'any' }),
      ]),
    ]),
  ).slice(0, 12)
