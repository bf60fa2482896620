import { joinedPersons, type LinkChange, membersOf } from '@tba/events/people/links.ts'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

const personLink = z.object({
  type: z.enum(['joined', 'parted', 'claimed', 'released']),
  position: z.string(),
  person: z.string(),
  other: z.string().nullable(),
  admin: z.string().nullable(),
  at: z.number(),
}) satisfies z.ZodType<LinkChange>
/** `admin` made the change; `at`: ms since 1970. */
export type PersonLink = z.infer<typeof personLink>

/** From the read tables: what administrators joined and parted, and when those persons, and these, had an account. */
export const readLinks = (db: Pick<CommonQueryMethods, 'any'>, persons: readonly string[] = []) =>
  db.any(sql.type(personLink)`
    with changes as (select * from read.person_links where type in ('joined', 'parted'))
    select type, position, person, other, admin, extract(epoch from at)::float8 * 1000 as at from changes
    union all
    select type, position, person, other, admin, extract(epoch from at)::float8 * 1000 from read.person_links
    where type in ('claimed', 'released') and (
      person = any(${sql.array([...persons], 'uuid')})
      or person in (select person from changes union select other from changes))`)

/** A query of the joined persons: `person`, the id of an address, and `members`, all addresses of the whole, its own id first. */
export function joinedRows(links: readonly LinkChange[]): FragmentSqlToken {
  const joined = joinedPersons(links)
  const persons = [...joined.keys()]
  const members = persons.map(person => `{${membersOf(joined, person)}}`)
  return sql.fragment`
    select person, members::uuid[] as members
    from unnest(${sql.array(persons, 'uuid')}, ${sql.array(members, 'text')}) as given (person, members)`
}

/**
 * What stands behind `from`: the requests `r` that are lost, and unchanged for so many months, of persons without an account.
 * @param months SQL for a number above 0
 * @param now SQL for the present time
 */
export const lostRequests = (
  months: FragmentSqlToken,
  links: readonly LinkChange[],
  now = sql.fragment`now()`,
) => sql.fragment`
  read.requests r
  left join (${joinedRows(links)}) joined on joined.person = r.person
  where r.state = 'lost' and r."changedAt" < ${now} - make_interval(months => ${months})
    and not exists (
      select from read.request_accounts account
      where account.person = any(coalesce(joined.members, array[r.person])) and account.registered is not null)`
