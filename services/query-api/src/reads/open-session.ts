import { type AdminClaims, adminOf } from '@tba/runtime/http/admin-session.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CommonQueryMethods, type DatabasePool, type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'

type OfAdmin = Pick<AdminClaims, 'sid' | 'sub'>
type OfCustomer = Pick<CustomerClaims, 'sid' | 'sub'>
type Db = Pick<CommonQueryMethods, 'any' | 'maybeOne'>

/** For a statement on `read.admin_sessions s`: the caller’s session, while it is open. */
export const isOpenToAdmin = ({ sid, sub }: OfAdmin) =>
  sql.fragment`s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()`

/** In a statement on `read.sessions s`. */
export const isOpenToCustomer = ({ sid, sub }: OfCustomer) =>
  sql.fragment`s.sid = ${sid} and s."accountId" = ${sub} and s.expire > now()`

export type Found = ReturnType<typeof foundIn>
type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What a route needs: the read tables, its caller’s rows, and the hooks that run first. */
export type Reads = Found & { pool: DatabasePool; onRequest: Hook[] }

/** The row that a statement finds for a caller. @throws {HttpFailure} 401 without a row: the session is over */
export const foundIn = (db: Db) => ({
  async one<Row>(query: QuerySqlToken<z.ZodType<Row>>): Promise<Row> {
    const row = await db.maybeOne(query)
    if (row === null) throw unauthorized()
    return row
  },
  async some<Row>(query: QuerySqlToken<z.ZodType<Row>>): Promise<readonly [Row, ...Row[]]> {
    const [first, ...others] = await db.any(query)
    if (first === undefined) throw unauthorized()
    return [first, ...others]
  },
})

const open = z.object({ open: z.literal(1) })

/**
 * For answers that do not come from the read tables. @throws {HttpFailure} 401 if the administrator’s session is over
 */
export const assertOpenSession = (db: Db, request: FastifyRequest) => assertOpen(db, adminOf(request))

export async function assertOpen(db: Db, admin: OfAdmin): Promise<void> {
  await foundIn(db).one(sql.prepared('open-admin-session', open)`
    select 1 as open from read.admin_sessions s where ${isOpenToAdmin(admin)}`)
}

const heldSession = z.object({ sid: z.uuid() })

/** Of these sessions of administrators, those that are open. */
export async function openAdminSessions(db: Db, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.any(sql.prepared('open-admin-sessions', heldSession)`
    select sid from read.admin_sessions where sid = any(${sql.array([...sids], 'uuid')}) and expire > now()`)
  return new Set(rows.map(({ sid }) => sid))
}
