import { profile } from '@tba/events/accounts/events.ts'
import { permissionsOf } from '@tba/events/admins/roles.ts'
import { categoriesOf, eventsByCategory } from '@tba/events/streams.ts'
import { adminOf, assertMay } from '@tba/runtime/http/admin-session.ts'
import type { FastifyRequest } from 'fastify'

const mask = '•••'

/** The personal fields of people, by their names in answers: those that are sealed in the log. */
const personal = new Set([
  ...[...categoriesOf('customer'), 'lead' as const, 'questionnaire' as const, 'request' as const]
    .flatMap(kind => Object.values(eventsByCategory[kind]))
    .flatMap(shape => shape.personal),
  ...Object.keys(profile.shape),
  'profileImageUrl',
  'dial',
  'lastNote',
])

export const seesPersons = (request: FastifyRequest) =>
  permissionsOf(adminOf(request).role).includes('see-persons')

/** For an analyst, replaces every personal text of the answer by a mask. */
export const maskFor = <Answer>(request: FastifyRequest, answer: Answer): Answer =>
  seesPersons(request) ? answer : (masked(answer) as Answer)

function masked(value: unknown, isPersonal = false): unknown {
  if (typeof value === 'string') return isPersonal ? mask : value
  if (Array.isArray(value)) return value.map(item => masked(item, isPersonal))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, masked(inner, personal.has(name))]),
  )
}

/** @throws {HttpFailure} 403 if an analyst searches people by words */
export function assertMaySearch(request: FastifyRequest, { q }: { q?: string | undefined }): void {
  if (q?.trim()) assertMay(adminOf(request), 'see-persons')
}
