import { login as body } from '@tba/events/accounts/commands.ts'
import { user } from '@tba/events/accounts/views.ts'
import { failure } from '@tba/events/failure.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { Deps } from '../../deps.ts'
import { registeredAccount } from '../account-command.ts'
import { userOf } from '../profile.route.ts'
import { knownGeneration, once } from './known-browser.ts'
import { signIn } from './open-session.ts'

export function loginRoute(app: App, deps: Deps) {
  const schema = operation('accounts', 'Apre la sessione di un cliente', {
    body,
    response: { 200: user, 401: failure, 429: failure },
  })

  app.post('/api/login', { schema }, async (request, reply) => {
    const { email, password } = request.body
    const hash = emailHash(deps.secrets.emailHash, email)
    const generation = knownGeneration(deps.secrets.tickets, request, hash)
    const holderOf = once(() => accountAt(deps, hash))
    const isCurrent = async () => ((await holderOf()).account?.passwordSince ?? '') === generation
    const known = generation === null ? null : isCurrent
    const who = { emailHash: hash, address: request.ip, from: 'anywhere', known } as const
    const found = await deps.throttle.attempt(who, async verify => {
      const holder = await holderOf()
      return (await verify(holder.account?.passwordHash ?? null, password)) ? holder : null
    })
    if (!found?.account) throw new HttpFailure(401, 'Credenziali non valide')
    const { accountId, account } = found
    reply.wrote(await signIn(deps, { request, reply }, { emailHash: hash, accountId, account }))
    return userOf(account)
  })
}

const nobody = '00000000-0000-4000-8000-000000000000'

/** Takes two reads for an unknown address too, so that the time of an answer tells nothing. */
async function accountAt({ log }: Deps, hash: string) {
  const accountId = (await load(log, 'email', hash)).state.heldBy ?? nobody
  return { accountId, account: await registeredAccount(log, accountId) }
}
