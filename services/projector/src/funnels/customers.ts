import { type PackedPosition, unpacked } from '@tba/event-store/packed-position.ts'
import type { EventStore, Position } from '@tba/event-store/port.ts'
import { accountOf, namedByAccount, streams } from '@tba/events/streams.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import type { Query, Row } from './history-rows.ts'
import { assertFew, rowsAtMost } from './parts.ts'

/** A visit that is a customer's, since this place of the log. */
export type Tie = { account: number; visit: number; place: PackedPosition }

const tiesBy = (condition: string) => `
  select coalesce(t.account, a.account)::float8 as account, t.visit::float8 as visit, min(t.position::text) as place
  from read.history_ties t left join lateral (
    -- A number that two customers have says nothing.
    select min(account) as account from read.history_accounts where "userId" = t."userId" having count(*) = 1
  ) a on t."userId" is not null
  where ${condition} and coalesce(t.account, a.account) is not null
  group by 1, 2 limit ${rowsAtMost + 1}`

/** The visits of these customers, by the keys of their streams. @throws {TooManyRows} */
export async function tiesOfCustomers(query: Query, accounts: readonly number[]): Promise<Tie[]> {
  const ties = await query<Tie>({
    name: 'funnels ties of customers',
    text: tiesBy(`(t.account = any($1::bigint[]) or t."userId" in (
      select "userId" from read.history_accounts where account = any($1::bigint[])))`),
    values: [accounts],
  })
  const wanted = new Set(accounts)
  return assertFew(ties).filter(({ account }) => wanted.has(account))
}

/** The customers of these visits. @throws {TooManyRows} */
export async function tiesOfVisits(query: Query, visits: readonly number[]): Promise<readonly Tie[]> {
  const ties = await query<Tie>({
    name: 'funnels ties of visits',
    text: tiesBy('t.visit = any($1::bigint[])'),
    values: [visits],
  })
  return assertFew(ties)
}

/** The customers who got a visit between two places of the log. */
export async function customersTiedBetween(
  query: Query,
  { after, upTo }: { after: PackedPosition; upTo: PackedPosition },
): Promise<number[]> {
  const tied = await query<Tie>({
    text: tiesBy('t.position > $1 and t.position <= $2'),
    values: [after, upTo],
  })
  return assertFew(tied).map(({ account }) => account)
}

/** Of each of the customers' own streams whose it is. */
export async function ownStreams(query: Query, accounts: readonly number[]): Promise<Map<number, number>> {
  const known = await query<{ account: number; accountId: string; sessions: number[] }>({
    name: 'funnels own streams',
    text: `
      select a.account::float8 as account, a."accountId", array(
        select s.stream::float8 from read.history_sessions s where s.account = a.account
      ) as sessions
      from read.history_accounts a where a.account = any($1::bigint[])`,
    values: [accounts],
  })
  return new Map(
    known.flatMap(({ account, accountId, sessions }) =>
      [...namedByAccount.map(kind => nameKey(streams[kind](accountId))), ...sessions].map(
        stream => [stream, account] as const,
      ),
    ),
  )
}

/** Whose the streams of these rows are; those that are no customer's own are left out. */
export async function ownersOf(
  { query, store, like }: { query: Query; store: Pick<EventStore, 'readAt'>; like: Position },
  rows: readonly Row[],
): Promise<number[]> {
  const keys = [...new Set(rows.map(({ stream }) => stream))]
  if (keys.length === 0) return []
  const known = await query<{ stream: number; account: number }>({
    name: 'funnels owners',
    text: `
      select account::float8 as stream, account::float8 as account from read.history_accounts where account = any($1::bigint[])
      union all
      select stream::float8, account::float8 from read.history_sessions where stream = any($1::bigint[])`,
    values: [keys],
  })
  const found = new Set(known.map(({ stream }) => stream))
  // Of some streams it stands in their names alone.
  const places = new Map(
    rows.filter(({ stream }) => !found.has(stream)).map(({ stream, place }) => [stream, place]),
  )
  const events = await store.readAt([...places.values()].map(place => unpacked(place, like)))
  const owners = events.map(accountOf).filter(owner => owner !== null)
  const accounts = owners.map(owner => nameKey(streams.account(owner)))
  return [...new Set([...known.map(({ account }) => account), ...accounts])]
}
