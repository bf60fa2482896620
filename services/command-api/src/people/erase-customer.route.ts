import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { erasePerson as body } from '@tba/events/people/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { adminOf, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { isLiveAdmin } from '@tba/runtime/http/live-admin.ts'
import { personParams as params, personId, unknownPerson } from '@tba/runtime/http/person-id.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { releaseAddress } from '../accounts/release-address.ts'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'
import { untilRefused } from '../until-refused.ts'
import { assertConfirmed } from './assert-confirmed.ts'

/** Erases a customer as they could themselves, at an administrator's word; the job of the event does the rest. */
export function eraseCustomerRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['people'],
    summary: 'Cancella un cliente; `confirmation` è la sua email o il suo nome e cognome',
    params,
    body,
    response: { 200: ok, 400: failure, 401: failure, 403: failure, 404: failure },
  }
  const onRequest = requireAdmin(isLiveAdmin(deps.log))

  app.post('/api/admin/customers/:id/erase', { schema, onRequest }, async (request, reply) => {
    const work = withFixedAnswer(200, { ok: true as const }, async () => {
      const accountId = personId(request.params)
      return erase(deps, request, { accountId, confirmation: request.body.confirmation })
    })
    const answer = await deps.idempotency.once({ request, reply }, work)
    await untilRefused(deps.pool, 'sessions', request.writtenPosition)
    return answer
  })
}

type Asked = { accountId: string; confirmation: string }

/** @returns null where they are erased already: whoever asks twice has what they wanted */
async function erase(deps: Deps, request: FastifyRequest, { accountId, confirmation }: Asked) {
  const { state } = await load(deps.log, 'account', accountId)
  if (state.status === 'erased') return null
  if (state.status !== 'registered') throw unknownPerson()
  const { email, profile } = state
  assertConfirmed(confirmation, [email, `${profile.firstName} ${profile.lastName}`])
  const context = contextOf(request, `admin:${adminOf(request).sub}`)
  const outcome = await execute({ log: deps.log, context }, accountId, { type: 'EraseAccount' })
  if ('refused' in outcome) return null
  await releaseAddress(deps, { accountId, email }, context).catch(err =>
    request.log.error({ err }, 'an erasure was left to its job'),
  )
  return outcome.position
}
