import type { AdminCommand } from '@tba/events/admins/admin.decider.ts'
import type { ConsoleAccount } from '@tba/events/admins/administrators.decider.ts'
import { confirmTotp, enrolTotp, removeTotp } from '@tba/events/admins/commands.ts'
import { recoveryCodes, totpUri } from '@tba/events/admins/views.ts'
import { failure, ok } from '@tba/events/failure.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { adminOf, consoleAccount } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Exchange } from '../idempotency.ts'
import { newRecoveryCodes, newSecret, proofOf, secondFactorOf, uriOf } from './second-factor.ts'

const refusals = {
  enrolled: () => new HttpFailure(409, 'La verifica in due passaggi è già attiva'),
  absent: () => new HttpFailure(409, 'La verifica in due passaggi non è attiva'),
  used: () => new HttpFailure(400, 'Codice non valido'),
}

/** The caller’s own second factor. Its secret and codes are sent once; a repeat does not get them. */
export function secondFactorRoutes(app: App, deps: Deps) {
  const { log, throttle } = deps
  const onRequest = deps.permitted('read')
  const refused = { 409: failure }
  const path = '/api/admin/me/totp'

  async function commanded({ request, reply }: Exchange, command: AdminCommand) {
    const executing = { log, context: adminContext(request) }
    const outcome = await execute(executing, adminOf(request).sub, command)
    if ('refused' in outcome) throw refusals[outcome.refused]()
    reply.wrote(outcome.position)
  }

  /** Throttled like a sign-in. @throws {HttpFailure} 400 or 429 */
  async function checked<Found>(
    request: FastifyRequest,
    password: string,
    find: (account: ConsoleAccount) => Found | null,
  ): Promise<Found> {
    const { sub } = adminOf(request)
    let message = 'La password attuale non è corretta'
    const who = { emailHash: sub, address: request.ip, from: 'session' } as const
    const found = await throttle.attempt(who, async verify => {
      const account = await consoleAccount(log, sub)
      if (!(await verify(account?.passwordHash ?? null, password)) || !account) return null
      message = 'Codice non valido'
      return find(account)
    })
    if (found === null) throw new HttpFailure(400, message)
    return found
  }

  const enrolling = {
    ...{ tags: ['admins'], summary: 'Prepara la verifica in due passaggi', body: enrolTotp },
    response: { ...refused, 200: totpUri },
  }
  app.post(path, { schema: enrolling, onRequest }, async (request, reply) => {
    const { sub } = adminOf(request)
    const { email } = await checked(request, request.body.password, account => account)
    const secret = newSecret()
    await commanded({ request, reply }, { type: 'EnrolTotp', secret })
    return { uri: uriOf(secret, email ?? sub) }
  })

  const confirming = {
    ...{ tags: ['admins'], summary: 'Attiva la verifica in due passaggi con un codice', body: confirmTotp },
    response: { ...refused, 200: recoveryCodes },
  }
  app.post(`${path}/confirm`, { schema: confirming, onRequest }, async (request, reply) => {
    const factor = await secondFactorOf(deps, adminOf(request).sub)
    if (!factor) throw refusals.absent()
    const proof = proofOf(factor, request.body.code)
    if (!proof || !('step' in proof)) throw refusals.used()
    const { codes, hashes: recoveryHashes } = newRecoveryCodes()
    const { secret } = factor
    await commanded({ request, reply }, { type: 'ConfirmTotp', secret, recoveryHashes, ...proof })
    return { recoveryCodes: codes }
  })

  const removing = {
    ...{ tags: ['admins'], summary: 'Toglie la verifica in due passaggi', body: removeTotp },
    response: { ...refused, 200: ok },
  }
  app.delete(path, { schema: removing, onRequest }, async (request, reply) => {
    const { password, code } = request.body
    const factor = await secondFactorOf(deps, adminOf(request).sub)
    if (!factor?.isConfirmed) throw refusals.absent()
    const proof = await checked(request, password, () => proofOf(factor, code))
    await commanded({ request, reply }, { type: 'RemoveTotp', proof })
    return { ok: true as const }
  })
}
