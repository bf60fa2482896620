import type { Role } from '@tba/events/admins/roles.ts'
import type { ExportTicket } from '@tba/runtime/export-ticket.ts'
import { readExportTicket } from '@tba/runtime/export-ticket.ts'
import { adminOf, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { documented } from '@tba/runtime/http/operations/hook-docs.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** Who exports, and in which session; `ticketId` where they came by a link. */
export type Exporter = { sub: string; sid: string; role: Role; ticketId: string | null }

export const badLink = 'Link non valido, scaduto o già usato'

/** A hook that demands a bearer token, unless there is a ticket, which the route itself checks. */
export function requireAdminOrTicket() {
  const bearer = requireAdmin('analyse')
  const docs = { signedIn: 'administrator', permission: 'analyse', refusals: [401, 403] } as const
  return documented(docs, async (request: FastifyRequest): Promise<void> => {
    if ((request.query as { ticket?: unknown }).ticket === undefined) await bearer(request)
  })
}

/** By the ticket in the address, if there is one, else by the bearer token. @throws {HttpFailure} 403 for a bad ticket */
export function exporterOf(
  request: FastifyRequest,
  { secrets, exported }: Pick<Deps, 'secrets'> & Pick<ExportTicket, 'exported'>,
): Exporter {
  const text = (request.query as { ticket?: string | undefined }).ticket
  if (text === undefined) {
    const { sub, sid, role } = adminOf(request)
    return { sub, sid, role, ticketId: null }
  }
  const ticket = readExportTicket(secrets.tickets, text)
  if (ticket?.exported !== exported) throw new HttpFailure(403, badLink)
  const { adminId: sub, sid, role, id: ticketId } = ticket
  return { sub, sid, role, ticketId }
}
