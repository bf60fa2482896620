import { mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { shareOfLog } from '@tba/event-store/share-of-log.ts'
import { type DatabaseSettings, isDamaged, isLocked } from './database.ts'
import { Refused } from './failures.ts'
import { type CopyLog, deleteCopy, deleteDownloads, isCopyFile, isOfLog, OpenCopy } from './open-copy.ts'
import type { Reading } from './reading.ts'

export type CopyState = {
  /** `building`: nothing answers yet; `rebuilding`: the one before answers. */
  state: 'building' | 'live' | 'rebuilding'
  /** Of the copy that answers, or is built. */
  position: Position | null
  /** When the newest event in it was recorded, in ms since 1970. */
  recordedMs: number | null
  events: number
  bytes: number
  /** Of what is being built, from 0 to 1; 1: nothing is. */
  progress: number
}

export type CopiesOptions = DatabaseSettings & {
  folder: string
  /** Opens no file that is there: see `WorkerSettings`. */
  isAfterDeath?: boolean
  store: CopyLog
  onState: (state: CopyState) => void
  onError: (error: unknown) => void
}

const retryMs = 1_000
const firstEveryMs = 20
const noticeEveryMs = 250

/** The copy that answers, and the one that is built beside it, if any. */
export class Copies {
  readonly #options: CopiesOptions
  readonly #stopping = new AbortController()
  #current: OpenCopy | null = null
  #next: OpenCopy | null = null
  #head: Position | null = null
  #work: Promise<void> = Promise.resolve()
  #notice: NodeJS.Timeout | null = null

  constructor(options: CopiesOptions) {
    this.#options = options
  }

  /** Opens what the folder holds, or begins. What fails is tried again, but for a folder that another process uses. */
  start(): void {
    this.#work = this.#run()
  }

  /** @throws {Refused} `building` without a copy, `behind` where it does not reach `must` in time */
  async answer<T>(
    { wish, must, waitMs, signal }: Waiting,
    work: (reading: Reading) => Promise<T>,
  ): Promise<T> {
    const copy = this.#current ?? (await this.#firstCopy(waitMs))
    if (!copy) throw new Refused('building', 'the first copy is being built', this.#progress())
    const wanted = [wish, must]
      .filter(position => position !== null)
      .sort()
      .at(-1)
    if (wanted !== undefined) {
      const isReached = await copy.follower.reaches(wanted, waitMs)
      if (!isReached && must !== null && copy.follower.reached < must)
        throw new Refused('behind', 'the copy is behind')
    }
    signal.throwIfAborted()
    try {
      return await copy.read(signal, work)
    } catch (error) {
      if (isDamaged(error)) void this.#discard(copy, error)
      throw error
    }
  }

  /** Of a small log it is there in a moment. Null where the time is over. */
  async #firstCopy(waitMs: number): Promise<OpenCopy | null> {
    const endMs = performance.now() + waitMs
    while (!this.#current && performance.now() < endMs && !this.#stopping.signal.aborted)
      await after(firstEveryMs)
    return this.#current
  }

  /** The log may have become shorter: looks whether it still holds what the copy was made from. */
  async check(): Promise<void> {
    const copy = this.#current
    if (copy && !(await isOfLog(copy.progress, this.#options.store)))
      await this.#discard(copy, new Error('the log is another one than the copy was made from'))
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#work.catch(() => {})
    if (this.#notice) clearTimeout(this.#notice)
    await Promise.all([this.#current?.close(), this.#next?.close()])
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        // Never two instances on one file.
        await this.#closing
        if (!this.#current && !this.#next) await this.#open()
        if (!this.#next && (!this.#current || this.#current.progress.rebuildWanted)) await this.#begin()
        await this.#follow()
      } catch (error) {
        if (signal.aborted) return
        this.#options.onError(error)
        await after(isLocked(error) ? 30 * retryMs : retryMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  /** Takes the newest usable file that is ready, else one whose build was cut off; the others go. */
  async #open(): Promise<void> {
    const { folder, isAfterDeath } = this.#options
    await mkdir(folder, { recursive: true })
    await deleteDownloads(folder)
    for (const file of await newestFirst(folder)) {
      if (file === this.#current?.file || file === this.#next?.file) continue
      const copy = isAfterDeath ? await deleteCopy(file) : await OpenCopy.reopen(file, this.#ofCopy())
      if (!copy) continue
      if (copy.progress.isReady && !this.#current) this.#current = copy
      else if (!copy.progress.isReady && !this.#next) this.#next = copy
      else {
        await copy.close()
        await deleteCopy(file)
      }
    }
    this.#tell()
  }

  async #begin(): Promise<void> {
    this.#next = await OpenCopy.begin(this.#options.folder, this.#ofCopy())
    this.#tell()
  }

  #ofCopy() {
    const { memoryMb, store } = this.#options
    return { memoryMb, store, onCommit: () => this.#onCommit() }
  }

  /** Until something has to be done: a copy is ready, a new one is wanted, or one has ended. */
  async #follow(): Promise<void> {
    this.#changed = Promise.withResolvers<void>()
    const followed = [this.#current, this.#next].filter(copy => copy !== null)
    for (const copy of followed)
      if (!this.#followed.has(copy)) {
        this.#followed.add(copy)
        copy.follow().catch(error => this.#ended(copy, error))
      }
    this.#onCommit()
    const heads = setInterval(() => void this.#readHead(), 2_000)
    await this.#readHead()
    try {
      await Promise.race([this.#changed.promise, whenAborted(this.#stopping.signal)])
    } finally {
      clearInterval(heads)
    }
    const next = this.#next
    if (next?.progress.isReady) {
      const before = this.#current
      this.#current = next
      this.#next = null
      this.#tell()
      if (before) await this.#drop(before)
    }
  }

  #changed = Promise.withResolvers<void>()
  readonly #followed = new WeakSet<OpenCopy>()
  #closing: Promise<unknown> = Promise.resolve()

  #onCommit(): void {
    const isBuilt = this.#next?.progress.isReady ?? false
    const isWanted = !this.#next && (this.#current?.progress.rebuildWanted ?? false)
    if (isBuilt || isWanted) this.#changed.resolve()
    this.#notice ??= setTimeout(() => {
      this.#notice = null
      this.#tell()
    }, noticeEveryMs)
  }

  #ended(copy: OpenCopy, error: unknown): void {
    if (this.#stopping.signal.aborted) return
    void this.#discard(copy, error)
  }

  /** Of another log, or damaged: it goes, and the next one is begun. What failed otherwise is opened again. */
  async #discard(copy: OpenCopy, error: unknown): Promise<void> {
    if (this.#current !== copy && this.#next !== copy) return
    if (this.#current === copy) this.#current = null
    else this.#next = null
    this.#options.onError(error)
    this.#tell()
    const isVoid = isDamaged(error) || error instanceof InvalidPosition || isOfAnotherLog(error)
    const closed = isVoid ? this.#drop(copy) : copy.close()
    this.#closing = Promise.allSettled([this.#closing, closed])
    await this.#closing
    // Otherwise what failed for ever would be tried without a pause.
    await after(retryMs)
    this.#changed.resolve()
  }

  async #drop(copy: OpenCopy): Promise<void> {
    await copy.close().catch(error => this.#options.onError(error))
    await deleteCopy(copy.file)
  }

  async #readHead(): Promise<void> {
    this.#head = await this.#options.store.head().catch(() => this.#head)
  }

  #progress(): number {
    const copy = this.#next
    if (!copy) return this.#current ? 1 : 0
    const { position } = copy.progress
    if (position === null || this.#head === null) return 0
    return shareOfLog(position, { from: '' as Position, to: this.#head })
  }

  async #tell(): Promise<void> {
    const shown = this.#current ?? this.#next
    if (!shown) return this.#options.onState({ ...nothing, progress: 0 })
    const { events, recordedMs } = shown.progress
    const state = this.#current ? (this.#next ? 'rebuilding' : 'live') : 'building'
    const position = shown.follower.reached || null
    this.#options.onState({
      ...{ state, position, recordedMs, events },
      ...{ bytes: await shown.bytes(), progress: this.#progress() },
    })
  }
}

const nothing: CopyState = {
  ...{ state: 'building', position: null, recordedMs: null, events: 0, bytes: 0, progress: 0 },
}

export type Waiting = {
  /** Waited for, and done without where it takes too long. */
  wish: Position | null
  /** What the caller wrote. */
  must: Position | null
  waitMs: number
  signal: AbortSignal
}

async function newestFirst(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter(isCopyFile).map(name => path.join(folder, name))
  const dated = await Promise.all(files.map(async file => ({ file, at: (await stat(file)).mtimeMs })))
  return dated.toSorted((one, other) => other.at - one.at).map(({ file }) => file)
}

const isOfAnotherLog = (error: unknown) =>
  error instanceof Error && /the log is another one/.test(error.message)

function whenAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  else signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
