import { type EventStore, InvalidPosition, type Position, type Seen } from '@tba/event-store/port.ts'
import { isBeginning, isOfLog, numberedBetween, positionPattern } from '@tba/event-store/position.ts'
import { lostEvents } from '@tba/runtime/log/lost-events.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { Refusal } from '@tba/runtime/refusal.ts'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Statement } from './database/connection.ts'

const loss = z.object({
  eventCount: z.int(),
  isExact: z.boolean(),
  first: storedPosition,
  last: storedPosition,
})
type Loss = z.infer<typeof loss>

/** The tables were made from events that the log no longer holds. */
export class LogLostEvents extends Refusal {
  override readonly name = 'LogLostEvents'
  constructor({ eventCount, isExact, first, last }: Loss) {
    const count = `${isExact ? '' : 'at least '}${eventCount}`
    super(
      `The event log has lost ${count} of its newest events, between the positions ${first} and ${last}: the read tables were made from them. Put back the log that holds them. If they are lost for good, stop every service and run \`npm run new-generation\`: the next start makes all tables from the log that is there.`,
    )
  }
}

type Reading = {
  pool: CommonQueryMethods
  store: Pick<EventStore, 'head' | 'read' | 'readAll' | 'readAt' | 'settled'>
}

const mark = z.object({
  follower: z.string(),
  position: storedPosition,
  id: z.uuid(),
  stream: z.string(),
  eventCount: z.int(),
})
type Mark = z.infer<typeof mark>

const keptMarks = 1_000

/**
 * A failover to a replica, or older files, take the end of a log away. Its positions then come again, so the ids of what
 * was taken in are compared too. EventStoreDB’s positions name the event, and its tables are made again by themselves. What
 * was noticed stays refused, also after a restart.
 * @param read an event that was not folded yet: without it nothing is wrong, and reading starts again
 * @throws {LogLostEvents}
 */
export async function refuseLostEvents({ pool, store }: Reading, read?: Seen): Promise<void> {
  const marks = await newestMarks(pool)
  const [newest] = marks
  const isOfThisLog = newest !== undefined && (await isReadable(store, newest.position))
  const lost = isOfThisLog ? await lostEvents(store, marks) : []
  const found = lossOf(marks, lost) ?? (await farthestBeyond(pool, store))
  const known = await pool.maybeOne(sql.type(loss)`
    select event_count as "eventCount", is_exact as "isExact", first, last from projector.lost_events`)
  if (found) {
    if (!known || known.last !== found.last) await remember(pool, found)
    throw new LogLostEvents(found)
  }
  if (read && (await lostEvents(store, [read])).length > 0)
    throw new Error('the log no longer holds what was read')
  if (!known) return
  // Nothing after it was taken in from the log that is there.
  if ((await isReadable(store, known.last)) && !(isOfThisLog && newest.position >= known.last))
    throw new LogLostEvents(known)
  await pool.query(sql.unsafe`delete from projector.lost_events`)
  await announceChange(pool)
}

/** Deletes the marks that are too old to be needed. @throws {LogLostEvents} */
export async function tendMarks(reading: Reading): Promise<void> {
  await refuseLostEvents(reading)
  await reading.pool.query(sql.unsafe`
    delete from projector.marks where position < (
      select position from projector.marks order by position desc offset ${keptMarks} limit 1)`)
}

/** For the transaction of a batch. */
export function marking(follower: string, { position, id, stream }: Seen, eventCount: number): Statement[] {
  if (!positionPattern.test(position)) return []
  return [
    {
      name: 'mark',
      text: `insert into projector.marks (follower, position, event_id, stream, event_count)
        values ($1, $2, $3, $4, $5) on conflict do nothing`,
      values: [follower, position, id, stream, eventCount],
    },
  ]
}

/** Newest first, of the newest one’s generation. */
async function newestMarks(pool: CommonQueryMethods): Promise<Mark[]> {
  const rows = await pool.any(sql.type(mark)`
    select follower, position, event_id as id, stream, event_count as "eventCount"
    from projector.marks order by position desc limit ${keptMarks}`)
  const [newest] = rows
  return newest ? rows.filter(({ position }) => isOfLog(position, newest.position)) : []
}

/** At least one event for each mark, or what the batches of one follower held. The first batch may be there in part. */
function lossOf(marks: readonly Mark[], lost: readonly Mark[]): Loss | null {
  const [newest, oldest] = [lost[0], lost.at(-1)]
  if (!newest || !oldest) return null
  const batches = [...Map.groupBy(lost, ({ follower }) => follower).values()].map(
    its => its.slice(0, -1).reduce((sum, { eventCount }) => sum + eventCount, 0) + 1,
  )
  const eventCount = Math.max(new Set(lost.map(({ position }) => position)).size, ...batches)
  const before = marks.find(({ position }) => position < oldest.position)
  const isExact = before !== undefined && numberedBetween(before.position, newest.position) === eventCount
  return { eventCount, isExact, first: oldest.position, last: newest.position }
}

/** For tables without marks, of an older build. A position from before a restore is not beyond the end: its tables are rebuilt. */
async function farthestBeyond(pool: CommonQueryMethods, store: Reading['store']): Promise<Loss | null> {
  const { position: reached } = await pool.one(sql.type(z.object({ position: storedPosition.nullable() }))`
    select max(position) as position from (
      select position from projector.checkpoints union all select position from projector.builds)`)
  if (!reached || !positionPattern.test(reached) || isBeginning(reached)) return null
  const head = await store.head()
  if ((head !== null && reached <= head) || !(await isReadable(store, reached))) return null
  return { eventCount: 1, isExact: false, first: reached, last: reached }
}

async function remember(pool: CommonQueryMethods, { eventCount, isExact, first, last }: Loss): Promise<void> {
  await pool.query(sql.unsafe`
    insert into projector.lost_events as known (event_count, is_exact, first, last)
    values (${eventCount}, ${isExact}, ${first}, ${last})
    on conflict (only_row) do update set (event_count, is_exact, first, last) =
      (excluded.event_count, excluded.is_exact, excluded.first, excluded.last)`)
  await announceChange(pool)
}

/** Readers look at everything again. */
const announceChange = (pool: CommonQueryMethods) =>
  pool.query(sql.unsafe`select pg_notify('projected', ${JSON.stringify({ position: '', projections: [] })})`)

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
