import { createHash } from 'node:crypto'
import type { PersonKind } from '@tba/events/people/events.ts'
import { streams } from '@tba/events/streams.ts'
import { uuidFromHash } from '@tba/runtime/email-hash.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import { seesPersons } from './mask-for.ts'

export type Person = { kind: PersonKind; id: string }

const hourMs = 3_600_000

/**
 * Records who looked at whom, before the answer. Once per hour, person and session, because a page is read again each
 * time it is opened. The event’s id is made of these, so that the log stores a repeat once.
 */
export async function recordView(log: EventLog, request: FastifyRequest, { kind, id }: Person) {
  const { sid } = adminOf(request)
  const viewed = { type: 'PersonalDataViewed', data: { kind, id } } as const
  const event = { id: hourlyId(`viewed\n${sid}\n${kind}\n${id}`), ...viewed }
  const options = { expected: 'any', context: adminContext(request) } as const
  await log.append(streams.adminSession(sid), [event], options)
}

type Listed = {
  list: string
  cursor?: unknown
  /** Its page reads it again by itself, so that it is recorded once per hour and session. */
  isWatched?: boolean
}

/** Records who looked at a list of persons, before the answer. Further pages belong to the same look. */
export async function recordListed(
  log: EventLog,
  request: FastifyRequest,
  { list, cursor, isWatched = false }: Listed,
): Promise<void> {
  if (cursor !== undefined || !seesPersons(request)) return
  const { sid } = adminOf(request)
  const options = { expected: 'any', context: adminContext(request) } as const
  const listed = { type: 'PersonsListed', data: { list } } as const
  const event = { ...listed, ...(isWatched && { id: hourlyId(`listed\n${sid}\n${list}`) }) }
  await log.append(streams.adminSession(sid), [event], options)
}

/** The same within an hour, so that the log stores a repeat once. */
function hourlyId(what: string): string {
  const hour = Math.floor(Date.now() / hourMs)
  return uuidFromHash(createHash('sha256').update(`${what}\n${hour}`).digest('hex'))
}

/** Records who exported whose data, before the first byte is sent. One person may have several parts. */
export async function recordPersonExport(log: EventLog, request: FastifyRequest, parts: readonly Person[]) {
  const options = { expected: 'any', context: adminContext(request) } as const
  const events = parts.map(data => ({ type: 'PersonExported', data }) as const)
  await log.append(streams.admin(adminOf(request).sub), events, options)
}
