import { randomUUID } from 'node:crypto'
import { failure } from '@tba/events/failure.ts'
import { sealSecret } from '@tba/events/sealing/secret.ts'
import { saveCredentials as body } from '@tba/events/setup/commands.ts'
import { credentials } from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { customerOf, requireCustomer } from '@tba/runtime/http/session.ts'
import { isLive } from '../accounts/live-session.ts'
import type { Deps } from '../deps.ts'
import { setupCommand } from './setup-command.ts'

export function saveCredentialsRoute(app: App, deps: Deps) {
  const schema = { body, response: { 201: credentials, 401: failure } }
  const onRequest = requireCustomer(isLive(deps.log))

  app.post('/api/user/mt4-credentials', { schema, onRequest }, async (request, reply) => {
    const { sub, uid } = customerOf(request)
    const { password, ...shown } = request.body
    const credentialsId = randomUUID()
    const sealed = sealSecret(deps.secrets.broker, password, sub)
    const command = {
      type: 'SaveCredentials',
      credentials: { credentialsId, userId: uid, ...shown, password: sealed },
    } as const
    const { recorded, position } = await setupCommand(deps, request, command)
    reply.wrote(position)
    const createdAt = recorded[0]?.recordedAt ?? ''
    return reply.code(201).send({ id: credentialsId, ...shown, createdAt })
  })
}
