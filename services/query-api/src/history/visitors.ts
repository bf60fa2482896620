import { idOf } from '@tba/events/streams.ts'
import sql from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'

/** The accounts that acted in the visit, or whose number, if unique, is in one of its events. Without erased accounts. */
export async function accountsOf(snapshot: Snapshot, visit: string): Promise<string[]> {
  const rows = await snapshot.rows<{ account: string }>(sql`
    with named as (
      select account from events where tied_visit = ${visit} and account is not null
      union
      select min(account) from events where type = 'AccountRegistered' and user_id in (
        select user_id from events where own_visit = ${visit} and user_id is not null)
      group by user_id having count(*) = 1)
    select account from named
    where account not in (select account from events where type = 'AccountErased' and account is not null)
    order by account`)
  return rows.map(({ account }) => account)
}

/** Those who acted in the visit: their accounts, else their requests. Each id leads to its person. */
export async function visitorsOf(snapshot: Snapshot, visit: string): Promise<string[]> {
  const accounts = await accountsOf(snapshot, visit)
  if (accounts.length > 0) return accounts
  // What is erased has no person any more.
  const rows = await snapshot.rows<{ stream: string }>(sql`
    select stream from events where tied_visit = ${visit} and person is not null
      and type in ('LeadSubmitted', 'QuestionnaireSubmitted') order by seq`)
  return rows.map(({ stream }) => idOf(stream))
}
