import { saveCredentials as body } from '@tba/events/setup/commands.ts'
import { credentials, shownCredentials } from '@tba/events/setup/views.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { sealSecret } from '@tba/runtime/sealing/secret.ts'
import type { Deps } from '../deps.ts'
import { madeIn, setupCommand } from './setup-command.ts'

export function saveCredentialsRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['setup'],
    summary: 'Salva le credenziali MT4 o MT5',
    body,
    response: { 201: credentials },
  }

  app.post('/api/user/mt4-credentials', { schema, onRequest: deps.signedIn }, (request, reply) => {
    const { sub, uid: userId } = customerOf(request)
    const { password: plain, ...shown } = request.body
    return setupCommand(deps, {
      request,
      reply,
      status: 201,
      command(credentialsId) {
        const password = sealSecret(deps.secrets.broker, plain, sub)
        return { type: 'SaveCredentials', credentials: { credentialsId, userId, ...shown, password } }
      },
      answer: (state, credentialsId) => shownCredentials(madeIn(state.credentials, credentialsId)),
    })
  })
}
