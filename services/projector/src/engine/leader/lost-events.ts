import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { positionPattern } from '@tba/event-store/position.ts'
import { Refusal } from '@tba/runtime/refusal.ts'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** The tables were made from events that the log no longer holds. */
export class LogLostEvents extends Refusal {
  override readonly name = 'LogLostEvents'
  constructor() {
    super(
      'The event log has lost its newest events: the read tables were made from events that it no longer holds. Put back the log that holds them. If they are lost for good, stop every service and run `npm run new-generation`: the next start makes all tables from the log that is there.',
    )
  }
}

type Reading = { pool: CommonQueryMethods; store: Pick<EventStore, 'head' | 'readAll' | 'readAt'> }
/** An event that this product has seen in the log. */
type Seen = { position: Position; eventId: string }

const position = z.string().transform(text => text as Position)
const seenRow = sql.type(z.object({ position, eventId: z.uuid() }))
const farthestRow = sql.type(z.object({ position: position.nullable() }))

/**
 * After a restore from files or a failover to a replica, the end of the log is lost. Transaction ids are then used
 * again, so positions are not enough: the event’s id is compared too. EventStoreDB’s positions name the event. @throws
 * {LogLostEvents}
 */
export async function refuseLostEvents({ pool, store }: Reading): Promise<void> {
  const seen = await pool.maybeOne(seenRow`select position, event_id as "eventId" from projector.newest_seen`)
  const { position: reached } = await pool.one(farthestRow`
    select max(position) as position from (
      select position from projector.checkpoints union all select position from projector.builds)`)
  if (reached && (await isLost(store, reached))) throw new LogLostEvents()
  if (!seen) return
  if (await isLost(store, seen.position)) throw new LogLostEvents()
  if (await isReplaced(store, seen)) throw new LogLostEvents()
}

/** Stores the newest event of the log. @throws {LogLostEvents} */
export async function recordNewest(reading: Reading): Promise<void> {
  await refuseLostEvents(reading)
  for await (const { position, id } of reading.store.readAll({ direction: 'backwards', limit: 1 }))
    await reading.pool.query(sql.unsafe`
      insert into projector.newest_seen (position, event_id) values (${position}, ${id})
      on conflict (only_row) do update set position = excluded.position, event_id = excluded.event_id`)
}

/** The position of a reader of an empty log. */
const beginning = /-0{16}-0{16}$/

/** Whether a position is beyond the end of the log. A position from before a restore is not: its tables are rebuilt. */
async function isLost(store: Reading['store'], position: Position): Promise<boolean> {
  if (!positionPattern.test(position) || beginning.test(position)) return false
  const head = await store.head()
  return (head === null || position > head) && (await isReadable(store, position))
}

/** An event that is not there any more has expired. */
async function isReplaced(store: Reading['store'], { position, eventId }: Seen): Promise<boolean> {
  if (!positionPattern.test(position) || !(await isReadable(store, position))) return false
  const [event] = await store.readAt([position])
  return event !== undefined && event.id !== eventId
}

/** Whether a position is of this log, and not of a generation before a restore. Reads only the next event. */
export async function isReadable(store: Pick<EventStore, 'readAll'>, position: Position): Promise<boolean> {
  if (position === '') return true
  try {
    for await (const _ of store.readAll({ after: position, limit: 1 })) break
    return true
  } catch (error) {
    if (error instanceof InvalidPosition) return false
    throw error
  }
}
