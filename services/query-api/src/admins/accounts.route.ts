import { permissionsOf } from '@tba/events/admins/roles.ts'
import { consoleAccounts, consoleSessions, me, secondFactor } from '@tba/events/admins/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { keyIn, keyset, pageOf } from '../console/keyset.ts'
import { isoUtc, jsonList, timestamp } from '../reads/column.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'

const openSession = consoleSessions.shape.sessions.element.extend({
  openedAt: timestamp,
  lastUsedAt: timestamp,
})
const own = me.omit({ permissions: true }).extend({ recoveryCodesLeft: z.int().nullable() })

const ownAccount = (request: FastifyRequest) =>
  sql.prepared('own-console-account', own)`
    select u.id, u.email, u.role, u."recoveryCodesLeft"
    from read.admin_sessions s join read.admin_users u on u.id = s."adminId"
    where ${isOpenToAdmin(adminOf(request))}`

/** The caller's own account, and its second factor. */
export function meRoutes(app: App, { one, onRequest }: Reads) {
  const schema = operation('admins', 'Chi è entrato nella console, e che cosa può fare', {
    response: { 200: me },
  })
  app.get('/api/admin/me', { schema, onRequest }, async request => {
    const { recoveryCodesLeft: _, ...account } = await one(ownAccount(request))
    return { ...account, permissions: permissionsOf(account.role) }
  })

  const ofFactor = {
    ...schema,
    summary: 'La propria verifica in due passaggi',
    response: { 200: secondFactor },
  }
  app.get('/api/admin/me/totp', { schema: ofFactor, onRequest }, async request => {
    const { recoveryCodesLeft } = await one(ownAccount(request))
    return { isActive: recoveryCodesLeft !== null, recoveryCodesLeft: recoveryCodesLeft ?? 0 }
  })
}

/** The open sessions of the caller, newest first. */
export function ownSessionsRoute(app: App, { some, onRequest }: Reads) {
  const schema = operation('admins', 'Le proprie sessioni aperte della console, dalla più recente', {
    response: { 200: consoleSessions },
  })
  app.get('/api/admin/me/sessions', { schema, onRequest }, async request => ({
    sessions: [
      ...(await some(sql.prepared('own-console-sessions', openSession)`
        select held.sid as id, held."openedAt", greatest(used.last_used_at, held."openedAt") as "lastUsedAt",
          used.browser, held.sid = s.sid as current
        from read.admin_sessions s
        join read.admin_sessions held on held."adminId" = s."adminId" and held.expire > now()
        left join command.console_sessions used on used.sid = held.sid
        where ${isOpenToAdmin(adminOf(request))}
        order by held."openedAt" desc, held.sid limit 200`)),
    ],
  }))
}

const answer = z.object({ rows: consoleAccounts.shape.users })

/** All console accounts (invited, active, ended), sorted by address. */
export function consoleAccountsRoute(app: App, { one, onRequest }: Reads) {
  const schema = operation('admins', 'Gli account della console, per indirizzo', {
    querystring: z.strictObject(keyset),
    response: { 200: consoleAccounts },
  })
  app.get('/api/admin/users', { schema, onRequest }, async request => {
    const { limit, cursor } = request.query
    const [email = null, id = null] = keyIn(cursor, z.tuple([z.string(), z.uuid()])) ?? []
    const found = await one(sql.prepared('console-accounts', answer)`
      select ${jsonList(sql.fragment`
        select id, email, role, state, ${isoUtc('lastSignInAt')}
        from (select *, "lastLogin" as "lastSignInAt" from read.admin_users) accounts
        where ${id}::uuid is null or (coalesce(email, ''), id) > (${email}, ${id}::uuid)
        order by coalesce(email, ''), id limit ${limit + 1}`)} as rows
      from read.admin_sessions s
      where ${isOpenToAdmin(adminOf(request))}`)
    const { rows, next } = pageOf(found.rows, limit, row => [row.email ?? '', row.id])
    return { users: rows, next }
  })
}
