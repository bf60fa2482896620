import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { erasePerson as body } from '@tba/events/people/commands.ts'
import { streams } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { adminOf, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { isLiveAdmin } from '@tba/runtime/http/live-admin.ts'
import { personParams as params, personId, unknownPerson } from '@tba/runtime/http/person-id.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'
import { assertConfirmed } from './assert-confirmed.ts'

const submissions = {
  leads: { kind: 'lead', command: 'EraseLead', one: 'un contatto' },
  questionnaires: { kind: 'questionnaire', command: 'EraseQuestionnaire', one: 'un questionario' },
} as const
type Name = keyof typeof submissions

/** Erases what somebody submitted, at an administrator's word; the job of the event does the rest. */
export function eraseSubmissionRoutes(app: App, deps: Deps) {
  eraseSubmission(app, deps, 'leads')
  eraseSubmission(app, deps, 'questionnaires')
}

function eraseSubmission(app: App, { log, idempotency }: Deps, name: Name) {
  const schema = {
    ...repeatable,
    tags: ['people'],
    summary: `Cancella ${submissions[name].one}; \`confirmation\` è l’email o il nome di chi l’ha inviato`,
    params,
    body,
    response: { 200: ok, 400: failure, 401: failure, 403: failure, 404: failure },
  }
  const onRequest = requireAdmin(isLiveAdmin(log))

  app.post(`/api/admin/${name}/:id/erase`, { schema, onRequest }, async (request, reply) => {
    const work = withFixedAnswer(200, { ok: true as const }, async () => {
      const id = personId(request.params)
      return erase(log, request, { name, id, confirmation: request.body.confirmation })
    })
    return idempotency.once({ request, reply }, work)
  })
}

type Asked = { name: Name; id: string; confirmation: string }

/** @returns null where it is erased already: whoever asks twice has what they wanted */
async function erase(log: EventLog, request: FastifyRequest, { name, id, confirmation }: Asked) {
  const { kind, command } = submissions[name]
  const submitted = await whoSubmitted(log, streams[kind](id))
  if (submitted === 'erased') return null
  assertConfirmed(confirmation, [submitted.email, submitted.name])
  const context = contextOf(request, `admin:${adminOf(request).sub}`)
  return (await execute({ log, context }, id, { type: command })).position
}

/** @throws {HttpFailure} 404 */
async function whoSubmitted(log: EventLog, stream: string) {
  let who: { name: string | null; email: string | null } | null = null
  for await (const { type, data } of log.read(stream)) {
    if (type === 'LeadErased' || type === 'QuestionnaireErased') return 'erased'
    if (type === 'LeadSubmitted' || type === 'QuestionnaireSubmitted') who = data
  }
  if (!who) throw unknownPerson()
  return who
}
