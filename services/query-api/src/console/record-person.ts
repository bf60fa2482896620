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
  const hour = Math.floor(Date.now() / hourMs)
  const digest = createHash('sha256').update(`viewed\n${sid}\n${kind}\n${id}\n${hour}`).digest('hex')
  const event = { id: uuidFromHash(digest), type: 'PersonalDataViewed', data: { kind, id } } as const
  const options = { expected: 'any', context: adminContext(request) } as const
  await log.append(streams.adminSession(sid), [event], options)
}

/** Records who looked at a list of persons, before the answer. Further pages belong to the same look. */
export async function recordListed(
  log: EventLog,
  request: FastifyRequest,
  { list, cursor }: { list: string; cursor?: unknown },
): Promise<void> {
  if (cursor !== undefined || !seesPersons(request)) return
  const options = { expected: 'any', context: adminContext(request) } as const
  const event = { type: 'PersonsListed', data: { list } } as const
  await log.append(streams.adminSession(adminOf(request).sid), [event], options)
}

/** Records who exported whose data, before the first byte is sent. One person may have several parts. */
export async function recordPersonExport(log: EventLog, request: FastifyRequest, parts: readonly Person[]) {
  const options = { expected: 'any', context: adminContext(request) } as const
  const events = parts.map(data => ({ type: 'PersonExported', data }) as const)
  await log.append(streams.admin(adminOf(request).sub), events, options)
}
