import type { Position } from '@tba/event-store/port.ts'
import { personList, personRow } from '@tba/events/people/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { joinedRows, readLinks } from '@tba/runtime/postgres/person-links.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { hasWords, listed } from '../console/console-list.ts'
import { cursorOf, keyIn, positionText } from '../console/keyset.ts'
import { assertMaySearch, maskFor } from '../console/mask-for.ts'
import { recordListed } from '../console/record-person.ts'
import { isoUtc, jsonList } from '../reads/column.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'

const answer = z.object({ rows: z.array(personRow.extend({ last: positionText })) })
/** The newest position of the first page, and the last of this one. */
const listKey = z.tuple([positionText, positionText])

/** All persons, each once, with what stands under their addresses. The look is recorded first. */
export function peopleRoute(app: App, { pool, one, log, onRequest }: Reads & { log: EventLog }) {
  const schema = operation('people', 'Le persone, dall’ultima attiva, per nome, email, telefono e numero', {
    querystring: z.strictObject(listed),
    response: { 200: personList },
  })

  app.get('/api/admin/people', { schema, onRequest }, async request => {
    const { q, cursor, limit } = request.query
    assertMaySearch(request, request.query)
    const links = await readLinks(pool)
    const after = keyIn(cursor, listKey)
    const { rows } = await one(sql.type(answer)`
      with joined as (${joinedRows(links)}),
      parts as not materialized (
        select part.*, coalesce(members, array[part.person]) as members
        from read.person_parts part left join joined using (person)
        where position is not null and part.person is not null)
      select ${jsonList(sql.fragment`
        select members[1] as id, whole.*, ${isoUtc('lastAt')}, last
        from (${newest(after, hasWords(q), limit + 1)}) newest cross join lateral (
          select ${chosen(sql.fragment`nullif(concat_ws(' ', name, surname), '')`)} as name,
            ${chosen(sql.fragment`email`)} as email, ${chosen(sql.fragment`phone`)} as phone,
            (count(*) filter (where kind <> 'account'))::int as requests,
            (count(*) filter (where kind = 'account'))::int as accounts
          from read.person_parts where person = any(newest.members) and position is not null) whole
        order by last desc`)} as rows
      from read.admin_sessions s
      where ${isOpenToAdmin(adminOf(request))}`)
    await recordListed(log, request, { list: 'people', cursor })
    const page = rows.slice(0, limit)
    const [first, last] = [after?.[0] ?? page[0]?.last, page.at(-1)?.last]
    return {
      people: maskFor(
        request,
        page.map(({ last: _, ...person }) => person),
      ),
      next: rows.length > limit && first && last ? cursorOf([first, last]) : null,
    }
  })
}

/** Of a person’s parts: the account’s value, else that of the latest request that has one. */
const chosen = (value: FragmentSqlToken) => sql.fragment`
  (array_agg(${value} order by kind = 'account' desc, position desc) filter (where ${value} is not null))[1]`

/** The latest part of each person, newest first: (members, last, lastAt). */
function newest(after: readonly [Position, Position] | null, words: FragmentSqlToken | null, limit: number) {
  const isFound = words
    ? sql.fragment`part.person in (select unnest(members) from parts where ${words})`
    : sql.fragment`true`
  const page = sql.fragment`order by last desc limit ${limit}`
  if (after === null)
    return sql.fragment`
      select members, last, "lastAt" from parts part
      where ${isFound} and not exists (
        select from read.person_parts other
        where other.person = any(part.members) and other.position is not null and other.last > part.last)
      ${page}`
  const [asOf, before] = after
  // Who acted meanwhile stands where they stood at the first page. Only accounts act later.
  const then = (part: FragmentSqlToken) => sql.fragment`
    select ${part}.last, ${part}."lastAt" where ${part}.last <= ${asOf}
    union all
    (select position, at from read.activity
      where ${part}.last > ${asOf} and "accountId" = ${part}.id and position <= ${asOf} order by position desc limit 1)`
  const those = (condition: FragmentSqlToken) => sql.fragment`(
    select members, was.last, was."lastAt" from parts part, lateral (${then(sql.fragment`part`)}) was
    where ${condition} and was.last < ${before} and ${isFound} and not exists (
      select from read.person_parts other, lateral (${then(sql.fragment`other`)}) its
      where other.person = any(part.members) and other.position is not null and its.last > was.last)
    ${page})`
  return sql.fragment`
    select * from (
      ${those(sql.fragment`part.last < ${before}`)} union all ${those(sql.fragment`part.last > ${asOf} and kind = 'account'`)}
    ) pages ${page}`
}
