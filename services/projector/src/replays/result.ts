import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Position } from '@tba/event-store/port.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { rate } from '../engine/rate.ts'
import { Fenced, type Taken } from './deps.ts'
import type { Room } from './failure.ts'

/** How far a replay is; no position where the next worker begins again. */
export type Progress = { position: Position; done: number }

export type Result = {
  /** Whole lines of it, and how many: a later commit writes them. */
  add(text: string, lines: number): void
  /** Whether there is enough for a commit, or it is time for one. */
  isDue(): boolean
  /** The lines, and how far the log has been gone through for them, in one short transaction. @throws {Fenced} {ReplayFailed} */
  commit(progress: Progress): Promise<void>
  /** The lines so far, those that were not committed yet too. */
  found(): number
}

/** Not compressed: from there on a piece is written. It may be a page of the log longer, here and where it is read. */
const pieceBytes = 4_000_000
const everyMs = 400

const compress = promisify(gzip)
const moved = sql.type(z.object({ moved: z.int() }))

/** What a worker writes of a replay, from where the one before it left off. */
export function resultOf(pool: DatabasePool, taken: Taken, { assertRoom }: Room): Result {
  const { id, epoch } = taken
  const measured = rate()
  let { done, found, chunks } = taken
  const lines = new Text()
  let committedMs = performance.now()

  return {
    add(text, count) {
      lines.add(text)
      found += count
    },
    isDue: () => lines.bytes >= pieceBytes || performance.now() - committedMs >= everyMs,
    found: () => found,
    async commit(progress) {
      assertRoom()
      const body = await lines.compressed()
      const took = measured.with(progress.done - done)
      const { moved: count } = await pool.one(moved`
        with moved as (
          update jobs.replays set position = ${progress.position}, done = ${progress.done}, found = ${found},
            chunks = ${chunks + (body ? 1 : 0)}, rate = ${took},
            tries = case when ${progress.position} = '' then tries else 0 end, moved_at = now()
          where id = ${id} and epoch = ${epoch} and over_at is null
          returning id),
        written as (
          insert into jobs.replay_chunks (replay, number, lines)
          select id, ${chunks}::int, ${body ? sql.binary(body) : null}::bytea from moved where ${body !== null}::boolean)
        select count(*)::int as moved from moved`)
      if (count === 0) throw new Fenced('another worker has this replay')
      measured.took(progress.done - done)
      if (body) chunks += 1
      done = progress.done
      lines.clear()
      committedMs = performance.now()
    },
  }
}

class Text {
  bytes = 0
  private pieces: Buffer[] = []

  add(text: string): void {
    if (text === '') return
    const piece = Buffer.from(text)
    this.pieces.push(piece)
    this.bytes += piece.length
  }

  compressed(): Promise<Buffer> | null {
    return this.bytes === 0 ? null : compress(Buffer.concat(this.pieces), { level: 1 })
  }

  clear(): void {
    this.pieces = []
    this.bytes = 0
  }
}
