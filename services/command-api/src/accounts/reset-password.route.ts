import { resetPassword as body } from '@tba/events/accounts/commands.ts'
import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { readLinkToken } from '@tba/runtime/link-token.ts'
import type { Context } from '@tba/runtime/log/event-log.ts'
import type { Deps } from '../deps.ts'
import { plainly } from '../idempotency.ts'
import { registeredAccount } from './account-command.ts'
import { knowBrowser } from './known-browser.ts'

export function resetPasswordRoute(app: App, deps: Deps) {
  const bucket = app.bucket('reset-password', { capacity: 200, refillPerSecond: 1 })
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Imposta la password con il link ricevuto',
    body,
    response: { 200: ok },
  }

  app.post('/api/password/reset', { schema, onRequest: limit(bucket) }, (request, reply) => {
    const { token, password } = request.body
    const change = plainly(200, async () => {
      const reset = readLinkToken(deps.secrets.tickets, 'password-reset', token)
      if (!reset) throw unusable()
      // First, since it may fail with 503: a link that has been used cannot be used again.
      const passwordHash = await deps.passwords.hash(password, request.ip)
      const accountId = await useLink(deps, reset, contextOf(request, 'visitor'))
      const context = contextOf(request, `customer:${accountId}`)
      const instead = { passwordHash, insteadOf: null }
      const command = { type: 'ChangePassword', ...instead, by: 'reset-link', keepSession: null } as const
      const changed = await execute({ log: deps.log, context }, accountId, command)
      if ('refused' in changed) throw unusable()
      await deps.throttle.forgive({ emailHash: reset.holder, address: request.ip })
      knowBrowser(deps.secrets.tickets, reply, reset.holder)
      return changed
    })
    return deps.idempotency.once({ request, reply }, { ...change, endsSessions: true })
  })
}

function unusable(): HttpFailure {
  return new HttpFailure(400, 'Il link non è valido o è scaduto. Richiedine uno nuovo.')
}

type Reset = NonNullable<ReturnType<typeof readLinkToken>>

/** @throws {HttpFailure} 400 where the link is used or expired, older than the password, or without an account */
async function useLink({ log }: Deps, { holder: emailHash, id: resetId }: Reset, context: Context) {
  const { heldBy } = (await load(log, 'email', emailHash)).state
  const account = heldBy && (await registeredAccount(log, heldBy))
  if (!account) throw unusable()
  const { passwordSince } = account
  const command = { type: 'UsePasswordReset', resetId, at: new Date(), passwordSince } as const
  const used = await execute({ log, context }, emailHash, command)
  if ('refused' in used) throw unusable()
  return heldBy
}
