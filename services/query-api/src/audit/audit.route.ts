import { auditEntry, auditPage, auditWhat } from '@tba/events/audit/views.ts'
import { momentMs } from '@tba/events/moment.ts'
import { adminOf, assertMay } from '@tba/runtime/http/admin-session.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { keyset, olderThan, pageOf } from '../console/keyset.ts'
import { seesPersons } from '../console/mask-for.ts'
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
          where done.kind in ('funnel', 'historyView', 'saved') and named.stream = coalesce(case when done.kind = 'saved' then done.target end, done.stream)
            and named.target is not null and named.position < done.position
          order by position desc limit 1) as name,
        (select "userId" from read.customers
          where done.kind in ('account', 'setup') and "accountId" = done.about and email is not null) as number,
        ${jsonList(sql.fragment`select id, email from read.admin_users order by email`)} as admins
      from read.admin_sessions s
      left join lateral (
        select *, split_part(coalesce(target, stream), '-', 1) as kind,
          substring(coalesce(target, stream) from '^[a-zA-Z]+-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid as about
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
        number: isSeen ? entry.number : null,
        opened: opened && { ...opened, reason: isSeen ? opened.reason : null },
      })),
      admins,
      next,
    }
  })
}
