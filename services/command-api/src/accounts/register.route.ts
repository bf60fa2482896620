import { register as body } from '@tba/events/accounts/commands.ts'
import { type User, user } from '@tba/events/accounts/views.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../idempotency.ts'
import { registeredAccount } from './account-command.ts'
import { signIn } from './open-session.ts'
import { register } from './register.ts'
import { userOf } from './user.answer.ts'

export function registerRoute(app: App, deps: Deps) {
  const bucket = app.bucket('registrations', { capacity: 1000, refillPerSecond: 1 })
  const ofAll = app.bucket('registrations of all', { capacity: 5_000, refillPerSecond: 10 })
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Registra un cliente e apre la sua sessione',
    body,
    response: { 201: user },
  }

  app.post('/api/register', { schema, onRequest: limit(bucket, ofAll) }, (request, reply) => {
    const { body, ip: address } = request
    const hash = emailHash(deps.secrets.emailHash, body.email)
    const work: Work<User> = {
      status: 201,
      async run(accountId) {
        const context = contextOf(request, `customer:${accountId}`)
        const account = await register(deps, { accountId, body, address, context })
        if (!account) throw taken()
        const position = await signIn(deps, { request, reply }, { emailHash: hash, accountId, account })
        return { answer: userOf(account), revision: 0, position }
      },
      /** A repeated request signs in too, unless the password has changed since. */
      async again({ seed: accountId, revision }) {
        const { log, passwords } = deps
        const account = await registeredAccount(log, accountId)
        if (!account) throw taken()
        if (!(await passwords.verify(account.passwordHash, body.password, address))) throw taken()
        reply.wrote(await signIn(deps, { request, reply }, { emailHash: hash, accountId, account }))
        return userOf((await loadUntil({ log, category: 'account', id: accountId }, { revision })).state)
      },
    }
    return deps.idempotency.once({ request, reply }, work)
  })
}

function taken(): HttpFailure {
  return new HttpFailure(409, 'Email già registrata')
}
