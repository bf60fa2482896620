import type { EventStore, Position } from '@tba/event-store/port.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { isReadable } from '../engine/lead.ts'
import { origin } from '../engine/projection.ts'

const eventRow = sql.type(z.object({ id: z.uuid() }))
const positionRow = sql.type(z.object({ position: z.string().transform(text => text as Position) }))

/** Which of these events' promises have been kept. */
export async function keptAmong(pool: DatabasePool, eventIds: readonly string[]): Promise<Set<string>> {
  const rows = await pool.any(eventRow`
    select event_id as id from jobs.kept where event_id = any(${sql.array(eventIds, 'uuid')})`)
  return new Set(rows.map(({ id }) => id))
}

export async function remember(pool: DatabasePool, eventId: string): Promise<void> {
  await pool.query(sql.unsafe`
    insert into jobs.kept (event_id) values (${eventId}) on conflict (event_id) do nothing`)
}

/** `enqueued`: up to there the queue was told. `kept`: up to there all is done. */
export type Mark = 'enqueued' | 'kept'

export async function markAt(pool: DatabasePool, mark: Mark): Promise<Position> {
  const row = await pool.maybeOne(positionRow`select position from jobs.progress where name = ${mark}`)
  return row?.position ?? origin
}

/** Forwards only: of two leaders that overlap, the slower one takes nothing back. */
export async function advance(pool: DatabasePool, mark: Mark, position: Position): Promise<void> {
  await pool.query(sql.unsafe`
    insert into jobs.progress as held (name, position) values (${mark}, ${position})
    on conflict (name) do update set position = excluded.position where held.position < excluded.position`)
}

/**
 * A mark to go on from. One from before a restore means nothing any more: all is looked at again, and what was kept
 * or has grown stale stays undone.
 */
export async function readableMark(
  { pool, store }: { pool: DatabasePool; store: EventStore },
  mark: Mark,
): Promise<Position> {
  const position = await markAt(pool, mark)
  return (await isReadable(store, { position })) ? position : origin
}
