import { auditEntry, auditPage, auditWhat } from '@tba/events/audit/views.ts'
import { momentMs } from '@tba/events/moment.ts'
import { adminOf, assertMay } from '@tba/runtime/http/admin-session.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { keyset, olderThan, pageOf } from '../console/keyset.ts'
import { maskFor, seesPersons } from '../console/mask-for.ts'
import { jsonList, timestamp } from '../reads/column.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'

const querystring = z.strictObject({
  ...keyset,
  /** An id or an address. */
  admin: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Amministratore non valido')
    .max(255, 'Amministratore non valido')
    .optional(),
  what: z.enum(auditWhat.options, 'Azione non valida').optional(),
  from: momentMs('Data non valida').optional(),
  to: momentMs('Data non valida').optional(),
})

const who = auditPage.shape.admins
const row = z.union([
  auditEntry.omit({ admin: true }).extend({ at: timestamp, adminId: z.uuid().nullable(), admins: who }),
  // The session is open, and nothing is found.
  z.object({ id: z.null(), admins: who }),
])

/** Of `done`: the person of a request or an account, and the two who were joined. */
const personsAbout = jsonList(sql.fragment`
  select about.id, whole.*
  from (
    select found[1]::uuid as id
    from regexp_matches(coalesce(done.target, done.stream), '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') found
    where done.type = 'PersonsJoined' or done.kind in ('account', 'setup', 'lead', 'questionnaire', 'request')) about
  cross join lateral (
    select nullif(concat_ws(' ', name, surname), '') as name, "userId" as number
    from read.person_parts
    where (stream in ('account-' || about.id, 'lead-' || about.id, 'questionnaire-' || about.id) or person = about.id)
      and position is not null
    order by kind = 'account' desc, position desc limit 1) whole`)

const timeOf = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`

/**
 * The actions of administrators, newest first. Entries hold ids, so addresses are looked up here. An analyst sees the
 * ids.
 */
export function auditRoute(app: App, { some, onRequest }: Reads) {
  const schema = operation('admins', 'Che cosa è stato fatto nella console, dal più recente', {
    querystring,
    response: { 200: auditPage },
  })

  app.get('/api/admin/audit', { schema, onRequest }, async request => {
    const { limit, cursor, admin, what, from, to } = request.query
    if (admin?.includes('@')) assertMay(adminOf(request), 'see-persons')
    const conditions = [
      olderThan(cursor),
      ...(admin
        ? [
            sql.fragment`"adminId" in (select id from read.admin_users where id::text = ${admin} or email = ${admin})`,
          ]
        : []),
      ...(what ? [sql.fragment`what = ${what}`] : []),
      ...(from === undefined ? [] : [sql.fragment`at >= ${timeOf(from)}`]),
      ...(to === undefined ? [] : [sql.fragment`at < ${timeOf(to)}`]),
    ]
    const found = await some(sql.type(row)`
      select done."eventId" as id, done.position, done.at, done."adminId", done.what, done.type, done.stream, done.target, done.opened, done.further,
        (select target from read.audit named
          where done.kind in ('funnel', 'historyView', 'saved', 'alarm') and named.stream = coalesce(case when done.kind = 'saved' then done.target end, done.stream)
            and named.target is not null and named.position < done.position
          order by position desc limit 1) as name,
        ${personsAbout} as persons,
        ${jsonList(sql.fragment`select id, email from read.admin_users order by email`)} as admins
      from read.admin_sessions s
      left join lateral (
        select *, split_part(coalesce(target, stream), '-', 1) as kind
        from read.audit where ${sql.join(conditions, sql.fragment` and `)}
        order by position desc limit ${limit + 1}
      ) done on true
      where ${isOpenToAdmin(adminOf(request))}
      order by done.position desc`)
    const [{ admins: accounts }] = found
    const entries = found.filter(entry => entry.id !== null)
    const { rows, next } = pageOf(entries, limit, ({ position }) => [position])
    // Both are in sealed fields of the log.
    const isSeen = seesPersons(request)
    const admins = accounts.map(({ id, email }) => ({ id, email: isSeen ? email : null }))
    const named = new Map(admins.map(({ id, email }) => [id, email]))
    return {
      entries: rows.map(({ adminId, opened, admins: _, ...entry }) => ({
        ...entry,
        admin: adminId === null ? null : { id: adminId, email: named.get(adminId) ?? null },
        persons: maskFor(request, entry.persons).map(one => ({ ...one, number: isSeen ? one.number : null })),
        opened: opened && { ...opened, reason: isSeen ? opened.reason : null },
      })),
      admins,
      next,
    }
  })
}
