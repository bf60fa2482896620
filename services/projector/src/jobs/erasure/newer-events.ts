import type { EventStore, JsonObject, Position } from '@tba/event-store/port.ts'
import {
  accountOf,
  categoriesNamedByAccount,
  categoriesNamingAccount,
  eventsByCategory,
  streams,
} from '@tba/events/streams.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { activity } from '../../accounts/activity.projection.ts'
import { RetryLater } from '../policy.ts'

/** The stream categories named by an account, except its own, which takes no events after its erasure. */
const named = categoriesNamedByAccount.filter(kind => kind !== 'account')

/** The types of events that name an account in other streams. */
export const naming = categoriesNamingAccount.flatMap(kind => Object.keys(eventsByCategory[kind]))

const waitAtMostMs = 2_000

type Deps = { store: EventStore; pool: DatabasePool }

/**
 * Whether an event about an account was recorded after this position, outside of its own stream. Waits for running appends:
 * nobody checks again after the key is destroyed.
 * @throws {RetryLater}
 */
export async function hasNewerEvents({ store, pool }: Deps, accountId: string, after: Position) {
  if (!(await store.settled(waitAtMostMs))) throw new RetryLater('an append to the log is still running')
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
    upTo: storedPosition,
    apart: z.array(z.string()),
  }),
)

/**
 * What the activity table knows after a position, up to its checkpoint. Every event that names an account is in it. `apart`:
 * streams that it does not fully contain. If it is behind, or of another log, it knows nothing.
 */
async function activityAfter(pool: DatabasePool, accountId: string, after: Position) {
  const nothing = { isActive: false, upTo: after, apart: [] }
  if (!(await hasTable(pool, 'read.activity'))) return nothing
  // One statement, so that rows, checkpoint and parked streams are from one snapshot.
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
