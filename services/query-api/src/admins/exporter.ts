import { RevisionConflict } from '@tba/event-store/port.ts'
import type { Role } from '@tba/events/admins/roles.ts'
import { streams } from '@tba/events/streams.ts'
import { adminOf, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import { HttpFailure, unavailable } from '@tba/runtime/http/failure.ts'
import { fairSlots } from '@tba/runtime/http/limits/fair-queue.ts'
import { documented } from '@tba/runtime/http/operations/hook-docs.ts'
import type { Context, EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { type ExportTicket, readExportTicket } from '@tba/runtime/tickets.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { hungUp } from '../reads/fair-reads.ts'
import { type Found, isOpenToAdmin } from '../reads/open-session.ts'

/** Who exports, and in which session. `ticketId`: the export was opened by a link. */
export type Exporter = { sub: string; sid: string; role: Role; ticketId: string | null }

const badLink = 'Link non valido, scaduto o già usato'

/** A hook that demands a bearer token, unless there is a ticket, which the route itself checks. */
export function requireAdminOrTicket() {
  const bearer = requireAdmin('analyse')
  const docs = { signedIn: 'administrator', permission: 'analyse', refusals: [401, 403] } as const
  return documented(docs, async (request: FastifyRequest): Promise<void> => {
    const { query } = request
    if (typeof query !== 'object' || !query || !('ticket' in query)) await bearer(request)
  })
}

/** By the ticket in the address, if there is one, else by the bearer token. @throws {HttpFailure} 403 for a bad ticket */
export function exporterOf(
  request: FastifyRequest<{ Querystring: { ticket?: string | undefined } }>,
  { secrets, exported }: { secrets: Pick<Secrets, 'tickets'> } & Pick<ExportTicket, 'exported'>,
): Exporter {
  const text = request.query.ticket
  if (text === undefined) {
    const { sub, sid, role } = adminOf(request)
    return { sub, sid, role, ticketId: null }
  }
  const ticket = readExportTicket(secrets.tickets, text)
  if (ticket?.exported !== exported) throw new HttpFailure(403, badLink)
  const { adminId: sub, sid, role, id: ticketId } = ticket
  return { sub, sid, role, ticketId }
}

/** By account: each download holds a page of rows until it is read. The wait slows a program that asks again at once. */
const slots = { concurrency: 1_000, maxPerCaller: 2, queueLimit: 1_000, waitMs: 2_000 }
const ofConsole = fairSlots(slots)
/** Anybody may register, so these take no place of the console's. */
export const ofCustomers = fairSlots({ ...slots, concurrency: 200 })

/** Counts a download until its answer has ended. @throws {HttpFailure} 429 for the third of an account */
export async function startDownload({ sub }: Pick<Exporter, 'sub'>, reply: FastifyReply, enter = ofConsole) {
  reply.request.releaseSlot?.()
  const leave = await (async () => enter(sub))().catch(() => {
    throw new HttpFailure(429, 'Hai già due download in corso. Riprova quando uno dei due è finito.', {
      headers: { 'retry-after': '5' },
    })
  })
  reply.raw.once('close', leave)
  if (!reply.request.socket.destroyed) return
  leave()
  throw hungUp()
}

const checkpoint = z.object({ position: z.string().nullable() })

/**
 * The current position of the projection, where the export ends.
 * @throws {HttpFailure} 401 without a live session, 503 while the projection is built for the first time: its tables
 * are missing or from an older build
 */
export async function endOfExport(
  { one }: Pick<Found, 'one'>,
  projection: string,
  admin: Pick<Exporter, 'sid' | 'sub'>,
): Promise<string> {
  const { position } = await one(sql.prepared('end-of-export', checkpoint)`
    select c.position
    from read.admin_sessions s
    left join projector.checkpoints c on c.projection = ${projection}
    where ${isOpenToAdmin(admin)}`)
  if (position === null) throw unavailable()
  return position
}

type Export = {
  type: ExportTicket['exported']
  end: string
  exporter: Pick<Exporter, 'sub' | 'ticketId'>
  context: Context
}

/** Records who exported what. The stream of a ticket takes one export. @throws {HttpFailure} 403 for the second */
export async function recordExport(log: EventLog, { type, end, exporter, context }: Export) {
  const { sub, ticketId } = exporter
  const stream = ticketId ? streams.exportTicket(ticketId) : streams.admin(sub)
  const data = { exported: type, position: end || null }
  try {
    const expected = ticketId ? 'no_stream' : 'any'
    return (await log.append(stream, [{ type: 'DataExported', data }], { expected, context })).position
  } catch (error) {
    if (error instanceof RevisionConflict) throw new HttpFailure(403, badLink)
    throw error
  }
}
