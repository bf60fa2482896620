import {
  type AppendResult,
  type EventStore,
  type Expected,
  type Position,
  type Revision,
  RevisionConflict,
} from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { type EventLog, systemContext } from '@tba/runtime/log/event-log.ts'
import { isUnreadable } from '@tba/runtime/log/open-event.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { slowestPosition } from '../../engine/leader/lag.ts'
import { readParked } from '../../engine/parked/parked.ts'
import { projections } from '../../projections.ts'
import { unlessVerifying } from '../../verify/verifying.ts'
import { advance, readableMark } from '../job-tables.ts'

export type Retention = {
  pool: DatabasePool
  log: EventLog
  store: EventStore
  /** A visit expires this many days after its last event; 0: never. */
  visitsKeptDays: number
}

const visitsPerEvent = 100
/** Events per run: 4 million visits, more than the limits allow to start in an hour. */
const maxEvents = 40_000

/** First deletes from the log what all projections have dropped, then expires more. The next run, in an hour, continues. */
export async function expireVisits(deps: Retention): Promise<void> {
  // A projection that cannot process the expiry still has the visits. They would be named in every run.
  if ((await readParked(deps.pool)).some(({ stream }) => stream === streams.tracking())) return
  await deleteExpired(deps)
  if (deps.visitsKeptDays > 0 && (await hasTable(deps.pool, 'read.visits'))) await recordExpired(deps)
}

async function deleteExpired({ pool, log, store }: Retention): Promise<void> {
  const mark = await readableMark({ pool, store }, 'expired')
  const from = await firstAfter(store, mark)
  for await (const event of log.readTolerantly(streams.tracking(), { from })) {
    if (!(await haveProjectionsPassed({ pool, store }, event.position))) return
    // An operator skipped an unreadable event. The tables still have those visits, and they are named again.
    if (isUnreadable(event) || event.type !== 'VisitsExpired') continue
    const expired = event.data.visits.map(streams.visit)
    // A verification compares the log with older tables.
    const isDone = await unlessVerifying(pool, () => store.deleteStreams(expired, { before: event.position }))
    if (!isDone) return
    await advance(pool, ['expired'], event.position)
  }
}

/** The revision of the first expiry event after a position. There are few events after it. */
async function firstAfter(store: EventStore, mark: Position): Promise<Revision> {
  for await (const { revision, position } of store.read(streams.tracking(), { direction: 'backwards' }))
    if (position <= mark) return revision + 1
  return 0
}

/** Counts the projections of this build in this or a newer version: an older one would keep the rows. */
async function haveProjectionsPassed(deps: Pick<Retention, 'pool' | 'store'>, position: Position) {
  const slowest = await slowestPosition(deps, projections)
  return slowest !== null && slowest >= position
}

async function recordExpired(deps: Retention): Promise<void> {
  const { pool, log, store } = deps
  let expected: Expected = 'no_stream'
  for await (const { revision, position } of store.read(streams.tracking(), {
    direction: 'backwards',
    limit: 1,
  })) {
    // The tables still have visits that were already named.
    if (!(await haveProjectionsPassed(deps, position))) return
    expected = revision
  }
  const before = await keptSince(pool, deps.visitsKeptDays)
  let count = 0
  for await (const visits of expiring(pool, before)) {
    if (visits.length === 0) continue
    const event = { type: 'VisitsExpired' as const, data: { before, visits } }
    const appended: AppendResult | null = await log
      .append(streams.tracking(), [event], { expected, context: systemContext() })
      .catch(error => {
        if (error instanceof RevisionConflict) return null
        throw error
      })
    // Another process is running.
    if (appended === null || ++count === maxEvents) return
    expected = appended.revision
  }
}

const visitRow = sql.type(z.object({ sessionId: z.string(), firstAt: z.string() }))

/** In order of their start, so that the search can end early. */
async function* expiring(pool: DatabasePool, before: string): AsyncGenerator<string[]> {
  // A retry would fold the parked events of this visit after its expiry.
  const parked = new Set((await readParked(pool)).map(({ stream }) => stream))
  let after = { firstAt: '-infinity', sessionId: '' }
  for (;;) {
    const rows = await pool.any(visitRow`
      select "sessionId", "firstAt"::text from read.visits
      where "firstAt" < ${before}::timestamptz and "lastAt" < ${before}::timestamptz
        and ("firstAt", "sessionId") > (${after.firstAt}::timestamptz, ${after.sessionId})
      order by "firstAt", "sessionId" limit ${visitsPerEvent}`)
    yield rows.map(({ sessionId }) => sessionId).filter(visit => !parked.has(streams.visit(visit)))
    if (rows.length < visitsPerEvent) return
    after = rows.at(-1) ?? after
  }
}

const times = sql.type(z.object({ before: z.string() }))

/** How much the clock of a run may advance since the run before, an hour earlier. */
const maxClockStep = '1 day'

/** Advances that clock; its row has the time as `at`. */
export const tickedClock = sql.fragment`
  insert into jobs.clock as held (at) values (now())
  on conflict (only_row) do update set at = least(now(), held.at + ${maxClockStep}::interval)
  returning at`

/**
 * A visit expires if its last event is before this time. It uses the database's clock, like the log. After a clock jump it
 * follows by one day per run, so that somebody can notice before everything is deleted.
 */
async function keptSince(pool: DatabasePool, days: number): Promise<string> {
  return pool.oneFirst(times`
    with clock as (${tickedClock})
    select to_char(at at time zone 'utc' - make_interval(days => ${days}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as before
    from clock`)
}
