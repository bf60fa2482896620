import type { LinkChange } from '@tba/events/people/links.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { joinedRows } from './person-links.ts'

/**
 * What stands behind `from`: the requests `r` that are lost, and unchanged for so many months, of persons without an account.
 * @param months SQL for a number above 0
 */
export const lostRequests = (months: FragmentSqlToken, links: readonly LinkChange[]) => sql.fragment`
  read.requests r
  join read.person_parts p on p.stream = r.stream
  left join (${joinedRows(links)}) joined on joined.person = p.person
  where r.state = 'lost' and r."changedAt" < now() - make_interval(months => ${months})
    and not exists (
      select from read.person_parts account
      where account.person = any(coalesce(joined.members, array[p.person]))
        and account.kind = 'account' and account.position is not null)`
