import { register as body } from '@tba/events/accounts/commands.ts'
import { user } from '@tba/events/accounts/views.ts'
import { failure } from '@tba/events/failure.ts'
import { streams } from '@tba/events/streams.ts'
import { tokenBucket } from '@tba/runtime/http/bucket.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limit.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { load, stateAt } from '../handle.ts'
import { type AccountState, accountDecider } from './account.decider.ts'
import { openSession } from './open-session.ts'
import { register } from './register.ts'
import { userOf } from './user.answer.ts'

export function registerRoute(app: App, deps: Deps) {
  const bucket = tokenBucket({ capacity: 1000, refillPerSecond: 1 })
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Registra un cliente e apre la sua sessione',
    body,
    response: { 201: user, 409: failure },
  }

  app.post('/api/register', { schema, onRequest: limit(bucket) }, async (request, reply) => {
    const context = (accountId: string) => contextOf(request, `customer:${accountId}`)
    /** Whoever repeats the request knows the password in it: they are signed in as well. */
    async function signedIn(accountId: string, state: AccountState) {
      const answer = userOf(state)
      const { claims, position } = await openSession(
        deps.log,
        { accountId, userId: answer.id, ip: request.ip, userAgent: request.headers['user-agent'] },
        context(accountId),
      )
      reply.openSession(claims)
      return { answer, revision: 0, position }
    }
    const answer = await deps.idempotency.once(
      { request, reply },
      {
        status: 201,
        async run(accountId) {
          const registered = await register(deps, {
            accountId,
            body: request.body,
            context: context(accountId),
          })
          if ('refused' in registered) throw taken()
          return signedIn(accountId, registered.state)
        },
        async again({ seed, revision }) {
          const place = { log: deps.log, decider: accountDecider, stream: streams.account(seed) }
          const { state: now } = await load(deps.log, accountDecider, place.stream)
          // The old request opens nothing that its password doesn't open any more.
          const stillOpens =
            now.status === 'registered' &&
            (await deps.passwords.verify(now.passwordHash, request.body.password))
          if (!stillOpens) throw taken()
          const repeated = await signedIn(seed, await stateAt(place, revision))
          reply.wrote(repeated.position)
          return repeated.answer
        },
      },
    )
    return reply.code(201).send(answer)
  })
}

function taken(): HttpFailure {
  return new HttpFailure(409, 'Email già registrata')
}
