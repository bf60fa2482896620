import type { EventStore, JsonObject, Position } from '@tba/event-store/port.ts'
import { eventsIn } from '@tba/events/registry.ts'
import { accountOf, namedByAccount, namingAccount, streams } from '@tba/events/streams.ts'
import { hasTable } from '@tba/runtime/postgres/has-table.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { activity } from '../../accounts/activity.projection.ts'
import { NotYet } from '../policy.ts'

/** The kinds of streams that are named by an account, but for its own, which takes no events after its erasure. */
const named = namedByAccount.filter(kind => kind !== 'account')

/** The types of events that name an account, in streams of other names. */
export const naming = namingAccount.flatMap(kind => Object.keys(eventsIn[kind]))

const waitAtMostMs = 2_000

type Deps = { store: EventStore; pool: DatabasePool }

/**
 * Whether anything about an account was recorded after this position, outside of its own stream. What is still under way
 * is waited for: once the key is gone, nobody would look again.
 * @throws {NotYet}
 */
export async function hasNewerEvents(
  { store, pool }: Deps,
  accountId: string,
  after: Position,
): Promise<boolean> {
  if (!(await store.settled(waitAtMostMs))) throw new NotYet('an append to the log is still under way')
  for (const kind of named) {
    for await (const last of store.read(streams[kind](accountId), { direction: 'backwards', limit: 1 })) {
      if (last.position > after) return true
    }
  }
  const { isActive, upTo, apart } = await activityAfter(pool, accountId, after)
  if (isActive) return true
  for (const stream of apart) {
    for await (const event of store.read(stream)) if (event.position > after && names(event)) return true
  }
  for await (const event of store.readAll({ types: naming, after: upTo })) if (names(event)) return true
  return false

  function names(event: { stream: string; data: JsonObject | null }): boolean {
    return accountOf(event) === accountId
  }
}

const activityRow = sql.type(
  z.object({
    isActive: z.boolean(),
    upTo: z.string().transform(text => text as Position),
    apart: z.array(z.string()),
  }),
)

/**
 * What the activity says of the log after a position, up to its checkpoint. Whatever names an account is activity of it.
 * `apart`: the streams that it holds not all of. Where it is behind, or of another log, it says nothing.
 */
async function activityAfter(pool: DatabasePool, accountId: string, after: Position) {
  const nothing = { isActive: false, upTo: after, apart: [] }
  if (!(await hasTable(pool, 'read.activity'))) return nothing
  // One statement, so that rows, checkpoint and what is parked are of one moment.
  const found = await pool.maybeOne(activityRow`
    select held.position as "upTo",
      exists (select from read.activity where "accountId" = ${accountId} and position > ${after}) as "isActive",
      array(
        select stream from projector.parked where projection = held.projection and version = held.version
        union select stream from projector.skipped where projection = held.projection
      ) as apart
    from projector.checkpoints held where projection = ${activity.name}`)
  return found !== null && found.upTo > after ? found : nothing
}
