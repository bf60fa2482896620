import type { Position } from '@tba/event-store/port.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import pLimit from 'p-limit'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** Beside the one that runs. */
const mostWaiting = 20

const row = sql.type(z.object({ waiting: z.int(), position: z.string() }))
const made = sql.type(z.object({ made: z.boolean() }))`select to_regclass('read.replays') is not null as made`

export type WaitingLine = {
  /** @throws {HttpFailure} 409 where too many wait */
  join<T extends { position: Position | null }>(ask: () => Promise<T>): Promise<T>
}

/** Counts those that the read table shows, and those of this process that it does not know yet: one asks at a time. */
export function waitingLine(pool: DatabasePool): WaitingLine {
  const inTurn = pLimit(1)
  let asked: Position[] = []
  return {
    join: ask =>
      inTurn(async () => {
        const { waiting, position } = await lineOf(pool)
        asked = asked.filter(at => at > position)
        if (waiting + asked.length > mostWaiting)
          throw new HttpFailure(409, `Ci sono già ${mostWaiting} repliche in attesa`)
        const outcome = await ask()
        if (outcome.position !== null) asked.push(outcome.position)
        return outcome
      }),
  }
}

/** What nobody has begun in a week is shown as failed, and is in nobody's way. */
async function lineOf(pool: DatabasePool) {
  if (!(await pool.oneFirst(made))) return { waiting: 0, position: '' }
  return pool.one(row`
    select (select count(*)::int from read.replays 
        where state = 'waiting' and "requestedAt" > now() - interval '7 days') as waiting,
      coalesce((select position from projector.checkpoints where projection = 'replays'), '') as position`)
}

const bothMade = sql.type(z.object({ made: z.boolean() }))`
  select to_regclass('read.replays') is not null and to_regclass('jobs.replays') is not null as made`
const over = sql.type(z.object({ isOver: z.boolean() }))

/** Whether a replay is shown as failed since nobody has begun it in a week: none begins after that. */
export async function isNeverBegun(pool: DatabasePool, id: string): Promise<boolean> {
  if (!(await pool.oneFirst(bothMade))) return false
  return pool.oneFirst(over`
    select exists (
      select from read.replays r where r.id = ${id} and r.state = 'waiting'
        and r."requestedAt" < now() - interval '7 days'
        and not exists (select from jobs.replays j where j.id = r.id)) as "isOver"`)
}
