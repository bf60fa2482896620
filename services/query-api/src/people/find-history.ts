import { activityType } from '@tba/events/accounts/activity.ts'
import { present } from '@tba/events/present.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import {
  afterCursor,
  type EventRow,
  eventRows,
  historyEventIn,
  type PageEnd,
  pageEndOf,
} from '../history/find-events.ts'
import { timeline } from '../streams/timeline.ts'

/** The position of the newest event up to a position or a time; null: nothing had happened yet. */
export async function findPosition(
  snapshot: Snapshot,
  { asOf, at }: { asOf?: string | undefined; at?: number | undefined },
): Promise<string | null> {
  const seq =
    at === undefined ? sql`seq <= ${await snapshot.seqAsOf(asOf)}` : sql`recorded_ms <= ${BigInt(at)}`
  const [row] = await snapshot.rows<{ position: string }>(
    sql`select position from events where ${seq} order by seq desc limit 1`,
  )
  return row?.position ?? null
}

/** The streams are those of requests and of accounts. */
type Whose = { streams: readonly string[]; accounts: readonly string[] }
type PersonInput = Whose & { asOf: string | undefined; limit: number; after: PageEnd | null }

/** A page of everything about a person, in log order, and the state of each stream. */
export async function findPersonHistory(snapshot: Snapshot, { limit, after, ...input }: PersonInput) {
  const end = await snapshot.seqAsOf(input.asOf)
  const behind = after === null ? sql`true` : await afterCursor(snapshot, after, 'asc')
  const found = await snapshot.rows<{ seq: number }>(sql`
    with own as (${ownEvents(input, end)})
    select seq from own where ${behind}
    union
    select seq from events where seq <= ${end} and ${behind} and own_visit in (
      select tied_visit from own where tied_visit is not null union select * from (${numberedVisits(input, end)}))
    order by seq limit ${limit + 1}`)
  const seqs = found.map(({ seq }) => seq)
  const rows = await rowsWhere(snapshot, isAnyOf('seq', seqs))
  const page = rows.slice(0, limit)
  return {
    events: page.map(historyEventIn),
    next: rows.length > limit ? pageEndOf(page.at(-1)) : null,
    states: await statesOf(snapshot, input.streams, end),
    activity: await activityOf(snapshot, input, end),
  }
}

/** When each account acted last. */
const activityOf = (snapshot: Snapshot, { accounts }: Whose, end: number) =>
  snapshot.rows<{ account: string; ms: number }>(sql`
    select account, max(recorded_ms)::double as ms from events
    where seq <= ${end} and ${isAnyOf('account', accounts)} and ${isAnyOf('type', activityType.options)}
    group by account`)

/** Of the person’s streams, of their sessions and of the addresses that their accounts claimed. */
const ownEvents = ({ streams, accounts }: Whose, end: number) => sql`
  select seq, tied_visit from events where seq <= ${end} and (
    ${isAnyOf('stream', streams)} or ${isAnyOf('account', accounts)}
    or stream in (
      select stream from events where type = 'EmailClaimed' and ${isAnyOf("(data ->> '$.accountId')", accounts)}))`

/** Visits with a tracked event that names a customer’s number, unless several accounts have it. */
const numberedVisits = ({ accounts }: Whose, end: number) => sql`
  select own_visit from events where type = 'AnalyticsEventTracked' and seq <= ${end} and user_id in (
    select user_id from events where type = 'AccountRegistered' and seq <= ${end}
      and user_id in (select user_id from events where type = 'AccountRegistered' and ${isAnyOf('account', accounts)})
    group by user_id having count(distinct account) = 1)`

const isAnyOf = (column: string, values: readonly (string | number)[]): Sql =>
  values.length === 0 ? sql`false` : sql`${raw(column)} in (${join([...values])})`

const rowsWhere = (snapshot: Snapshot, condition: Sql) =>
  snapshot.rows<EventRow>(sql`${eventRows} where ${condition} order by seq`)

async function statesOf(snapshot: Snapshot, streams: readonly string[], end: number) {
  const rows = await rowsWhere(snapshot, sql`seq <= ${end} and ${isAnyOf('stream', streams)}`)
  const byStream = Map.groupBy(rows.map(historyEventIn), ({ stream }) => stream)
  return [...byStream].map(([stream, events]) => {
    const { fold, foldToEntry } = timeline(stream)
    for (const event of events.slice(0, -1)) fold(event)
    const last = present(events.at(-1))
    return { stream, revision: last.revision, state: foldToEntry(last).state }
  })
}
