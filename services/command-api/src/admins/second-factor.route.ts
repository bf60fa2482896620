import type { AdminCommand, AdminRefusal } from '@tba/events/admins/admin.decider.ts'
import { confirmTotp, enrolTotp, removeTotp } from '@tba/events/admins/commands.ts'
import { recoveryCodes, totpUri } from '@tba/events/admins/views.ts'
import { failure, ok } from '@tba/events/failure.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { confirmCaller, endOtherSessions } from './confirm-caller.ts'
import { newRecoveryCodes, newSecret, refusalOfCode, secondFactorOf, uriOf } from './second-factor.ts'

const refusals: Record<Exclude<AdminRefusal, 'used'>, () => HttpFailure> = {
  enrolled: () => new HttpFailure(409, 'La verifica in due passaggi è già attiva'),
  absent: () => new HttpFailure(409, 'La verifica in due passaggi non è attiva'),
  expired: () => new HttpFailure(409, 'Il codice QR è scaduto, o è di un’altra sessione: ricomincia'),
}

/**
 * The caller’s own second factor. Its secret and codes are sent once; a repeat does not get them. Turning it on or off ends
 * all other sessions. If the process dies between the two, they go on until their owner ends them.
 */
export function secondFactorRoutes(app: App, deps: Deps) {
  const { log } = deps
  const onRequest = deps.permitted('read')
  const refused = { 409: failure }
  const path = '/api/admin/me/totp'

  /** False: the code was used before. @throws {HttpFailure} 409 */
  async function isDone(request: FastifyRequest, command: AdminCommand): Promise<boolean> {
    const outcome = await execute({ log, context: adminContext(request) }, adminOf(request).sub, command)
    if ('refused' in outcome && outcome.refused !== 'used') throw refusals[outcome.refused]()
    return !('refused' in outcome)
  }

  const enrolling = operation('admins', 'Prepara la verifica in due passaggi', {
    body: enrolTotp,
    response: { ...refused, 200: totpUri },
  })
  app.post(path, { schema: enrolling, onRequest }, async request => {
    const { sub, sid: sessionId } = adminOf(request)
    const { email } = await confirmCaller(deps, request, request.body)
    const secret = newSecret()
    await isDone(request, { type: 'EnrolTotp', secret, sessionId })
    // Those of an earlier factor, which an operator has taken off.
    await deps.wrongCodes.clear(sub)
    return { uri: uriOf(secret, email ?? sub) }
  })

  const confirming = operation('admins', 'Attiva la verifica in due passaggi con un codice', {
    body: confirmTotp,
    response: { ...refused, 200: recoveryCodes },
  })
  app.post(`${path}/confirm`, { schema: confirming, onRequest }, async (request, reply) => {
    const { sub: adminId, sid: sessionId } = adminOf(request)
    const factor = await secondFactorOf(deps, adminId)
    if (!factor) throw refusals.absent()
    const { codes, hashes: recoveryHashes } = newRecoveryCodes()
    const command = { type: 'ConfirmTotp', secret: factor.secret, recoveryHashes, sessionId } as const
    const attempt = { request, adminId, factor, code: request.body.code }
    await confirmCaller(deps, request, {
      refusal: () =>
        refusalOfCode(
          deps,
          attempt,
          async proof => 'step' in proof && isDone(request, { ...command, ...proof, at: new Date() }),
        ),
    })
    await endOtherSessions(deps, { request, reply })
    return { recoveryCodes: codes }
  })

  const removing = operation('admins', 'Toglie la verifica in due passaggi', {
    body: removeTotp,
    response: { ...refused, 200: ok },
  })
  app.delete(path, { schema: removing, onRequest }, async (request, reply) => {
    const { sub: adminId } = adminOf(request)
    const { password, code } = request.body
    const factor = await secondFactorOf(deps, adminId)
    if (!factor?.isConfirmed) throw refusals.absent()
    const attempt = { request, adminId, factor, code }
    const refusal = () =>
      refusalOfCode(deps, attempt, proof => isDone(request, { type: 'RemoveTotp', proof }))
    await confirmCaller(deps, request, { password, refusal })
    await endOtherSessions(deps, { request, reply })
    return { ok: true as const }
  })
}
