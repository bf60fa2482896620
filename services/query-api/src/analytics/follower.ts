import type { CaughtUp, EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { rowOf } from './row.ts'
import type { Expiry, Numbered, Progress, Writer } from './writer.ts'

/** While a copy is built. Rows take about 1 KB each until they are written. */
const mostRows = 20_000
/** Live: so often at most, since a commit takes some milliseconds. */
const commitEveryMs = 200

export type FollowerOptions = {
  writer: Writer
  store: Pick<EventStore, 'follow'>
  progress: Progress
  onCommit: (progress: Progress) => void
}

type Waiter = { position: Position; settle: (reached: boolean) => void }

/** Writes what the log holds to one copy, in its order, and tells who waits for a position. */
export class Follower {
  readonly #writer: Writer
  readonly #store: Pick<EventStore, 'follow'>
  readonly #onCommit: (progress: Progress) => void
  readonly #waiters = new Set<Waiter>()
  #progress: Progress
  #rows: Numbered[] = []
  #expiries: Expiry[] = []
  #isRebuildWanted = false
  /** Of the newest event taken from the log, or where the log said that there is nothing more. */
  #seen: Position | ''
  /** The same of what is committed. */
  #reached: Position | ''
  #isCaughtUp = false
  #turn: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null
  #ended = new AbortController()

  constructor({ writer, store, progress, onCommit }: FollowerOptions) {
    this.#writer = writer
    this.#store = store
    this.#progress = progress
    this.#onCommit = onCommit
    this.#seen = progress.position ?? ''
    this.#reached = this.#seen
  }

  get progress(): Progress {
    return this.#progress
  }

  get reached(): Position | '' {
    return this.#reached
  }

  /** Until the signal aborts. @throws {InvalidPosition} where the log is another one, and what DuckDB throws */
  async run(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#ended.signal])
    const { position } = this.#progress
    try {
      const batches = this.#store.follow({ ...(position && { after: position }), signal: either })
      for await (const batch of batches) {
        this.#take(batch)
        const isDue = this.#rows.length === 0 || this.#rows.length >= mostRows
        // Nothing more is read from the log before that is written.
        if (isDue || this.#isBecomingReady() || this.#isAwaited()) await this.#commit()
        else this.#commitSoon()
      }
      await this.#commit()
    } finally {
      if (this.#timer) clearTimeout(this.#timer)
      await this.#turn.catch(() => {})
      for (const { settle } of this.#waiters) settle(false)
    }
    if (this.#ended.signal.aborted && !signal.aborted) throw this.#ended.signal.reason
  }

  /** Whether the copy holds everything up to a position, once it does or the time is over. */
  async reaches(position: Position, withinMs: number): Promise<boolean> {
    if (this.#reached >= position) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { position, settle: resolve }
    this.#waiters.add(waiter)
    if (this.#isAwaited()) void this.#commit().catch(error => this.#ended.abort(error))
    const timer = setTimeout(() => resolve(false), withinMs)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiters.delete(waiter)
    }
  }

  #take(batch: readonly Recorded[] | CaughtUp): void {
    if ('caughtUp' in batch) {
      this.#isCaughtUp = true
      if (batch.caughtUp > this.#seen) this.#seen = batch.caughtUp
      return
    }
    let seq = this.#progress.lastSeq + this.#rows.length
    for (const event of batch) {
      seq++
      this.#rows.push({ seq, ...rowOf(event) })
      this.#seen = event.position
      if (event.type === 'VisitsExpired') this.#expiries.push({ seq, visits: visitsIn(event) })
      if (event.type === 'AnalyticsRebuildRequested') this.#isRebuildWanted ||= this.#progress.isReady
    }
  }

  /** Whether somebody waits for what is taken and not yet written. */
  #isAwaited(): boolean {
    return [...this.#waiters].some(({ position }) => position <= this.#seen && position > this.#reached)
  }

  #isBecomingReady(): boolean {
    return this.#isCaughtUp && !this.#progress.isReady
  }

  #commitSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#commit().catch(error => this.#ended.abort(error))
    }, commitEveryMs)
  }

  /** One after the other; what was taken before the call is written then. */
  #commit(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#write())
    return this.#turn
  }

  async #write(): Promise<void> {
    const [rows, expiries, seen] = [this.#rows, this.#expiries, this.#seen]
    const last = rows.at(-1)
    const before = this.#progress
    if (last || this.#isBecomingReady()) {
      this.#rows = []
      this.#expiries = []
      // Before the write, since more may be taken while it lasts.
      this.#progress = {
        ...before,
        ...(last && placeOf(last)),
        isReady: before.isReady || this.#isCaughtUp,
        rebuildWanted: before.rebuildWanted || this.#isRebuildWanted,
      }
      const { events } = await this.#writer.commit({ rows, expiries, progress: this.#progress })
      this.#progress = { ...this.#progress, events }
    }
    this.#reached = seen
    for (const { position, settle } of this.#waiters) if (position <= seen) settle(true)
    this.#onCommit(this.#progress)
  }
}

const placeOf = ({ seq, position, event_id, recorded_ms }: Numbered) => ({
  ...{ lastSeq: seq, position: position as Position, eventId: event_id, recordedMs: recorded_ms },
})

function visitsIn({ data }: Recorded): string[] {
  return Array.isArray(data.visits) ? data.visits.map(String) : []
}
