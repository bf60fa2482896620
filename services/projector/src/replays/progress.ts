import type { Position } from '@tba/event-store/port.ts'
import type { Connection } from '../engine/connection.ts'
import { rate } from '../engine/rate.ts'
import type { Taken } from './stored-replay.ts'

/** Another worker has taken the replay, or it is over: what this one has found is not written. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** How far a replay is. */
export type Progress = {
  position: Position
  done: number
  found: number
  /** What its tables were made of up to there; left out: as before. */
  folded?: string | null
  /** Once it has come to an end. */
  result?: string
}

/** Stores how far it is. @throws {Fenced} {ReplayFailed} */
export type Move = (to: Progress) => Promise<void>

const text = `
  update jobs.replays set position = $3, done = $4, found = $5, rate = $6, moved_at = now(),
    folded = coalesce($7, folded), result = coalesce($8, result), tries = case when $3 > position then 0 else tries end
  where id = $1 and epoch = $2 and over_at is null returning 1`

/** @param assertRoom throws where the disk is nearly full: then nothing goes on */
export function progressOf(connection: Connection, taken: Taken, assertRoom: () => void): Move {
  const { id, epoch } = taken
  const measured = rate()
  let before = taken.done
  return async ({ position, done, found, folded = null, result = null }) => {
    assertRoom()
    const count = Math.max(0, done - before)
    const values = [id, epoch, position, done, found, measured.with(count), folded, result]
    const moved = await connection.query({ name: 'move replay', text, values })
    if (moved.length === 0) throw new Fenced('another worker has this replay')
    measured.took(count)
    before = done
  }
}
