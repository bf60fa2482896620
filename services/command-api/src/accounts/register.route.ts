import type { Account } from '@tba/events/accounts/account.decider.ts'
import { register as body } from '@tba/events/accounts/commands.ts'
import { user } from '@tba/events/accounts/views.ts'
import { failure } from '@tba/events/failure.ts'
import { load, loadUntil } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limit.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { closeHeldSession } from './close-held-session.ts'
import { knowBrowser } from './known-browser.ts'
import { openSession } from './open-session.ts'
import { register } from './register.ts'
import { userOf } from './user.answer.ts'
import { drawUserId } from './user-ids.ts'

export function registerRoute(app: App, deps: Deps) {
  const bucket = app.bucket('registrations', { capacity: 1000, refillPerSecond: 1 })
  const ofAll = app.bucket('registrations of all', { capacity: 5_000, refillPerSecond: 10 })
  const registering = { ...deps, drawUserId: () => drawUserId(deps.pool) }
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Registra un cliente e apre la sua sessione',
    body,
    response: { 201: user, 409: failure },
  }

  app.post('/api/register', { schema, onRequest: limit(bucket, ofAll) }, async (request, reply) => {
    const context = (accountId: string) => contextOf(request, `customer:${accountId}`)
    /** A repeated request signs in too: its caller knows the password. */
    async function signIn(accountId: string, account: Account) {
      const { claims, position } = await openSession(
        deps.log,
        { accountId, account, ip: request.ip, userAgent: request.headers['user-agent'] },
        context(accountId),
      )
      await closeHeldSession(deps, request, reply)
      reply.openSession(claims)
      knowBrowser(deps.secrets.tickets, reply, emailHash(deps.secrets.emailHash, request.body.email))
      return position
    }
    const answer = await deps.idempotency.once(
      { request, reply },
      {
        status: 201,
        async run(accountId) {
          const registered = await register(registering, {
            accountId,
            body: request.body,
            address: request.ip,
            context: context(accountId),
          })
          if ('refused' in registered) throw taken()
          const { account } = registered
          const position = await signIn(accountId, account)
          return { answer: userOf(account), revision: 0, position }
        },
        async again({ seed, revision }) {
          const { log } = deps
          const { state: now } = await load(log, 'account', seed)
          // A repeat must not sign in after the password has changed.
          if (now.status !== 'registered') throw taken()
          if (!(await deps.passwords.verify(now.passwordHash, request.body.password, request.ip)))
            throw taken()
          reply.wrote(await signIn(seed, now))
          return userOf((await loadUntil({ log, kind: 'account', id: seed }, { revision })).state)
        },
      },
    )
    return reply.code(201).send(answer)
  })
}

function taken(): HttpFailure {
  return new HttpFailure(409, 'Email già registrata')
}
