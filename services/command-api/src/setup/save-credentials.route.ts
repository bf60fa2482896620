import { failure } from '@tba/events/failure.ts'
import { saveCredentials as body } from '@tba/events/setup/commands.ts'
import { type Credentials, credentials } from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { customerOf, requireCustomer } from '@tba/runtime/http/session.ts'
import { sealSecret } from '@tba/runtime/sealing/secret.ts'
import { isLive } from '../accounts/live-session.ts'
import type { Deps } from '../deps.ts'
import { recordedFor } from './recorded.ts'
import { setupCommand } from './setup-command.ts'

export function saveCredentialsRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['setup'],
    summary: 'Salva le credenziali MT4 o MT5',
    body,
    response: { 201: credentials, 401: failure },
  }
  const onRequest = requireCustomer(isLive(deps.log))

  app.post('/api/user/mt4-credentials', { schema, onRequest }, async (request, reply) => {
    const { sub, uid } = customerOf(request)
    const { password, ...shown } = request.body
    const answer = await deps.idempotency.once<Credentials>(
      { request, reply },
      {
        status: 201,
        async run(credentialsId) {
          const sealed = sealSecret(deps.secrets.broker, password, sub)
          const saved = { credentialsId, userId: uid, ...shown, password: sealed }
          const command = { type: 'SaveCredentials', credentials: saved } as const
          const { revision, position } = await setupCommand(deps, request, command)
          return { answer: await credentialsOf(deps, sub, credentialsId), revision, position }
        },
        again: ({ seed }) => credentialsOf(deps, sub, seed),
      },
    )
    return reply.code(201).send(answer)
  })
}

async function credentialsOf({ log }: Deps, accountId: string, id: string): Promise<Credentials> {
  const { data, recordedAt } = await recordedFor(log, accountId, { type: 'CredentialsSaved', id })
  const { platform, server, loginNumber } = data
  return { id, platform, server, loginNumber: loginNumber ?? '', createdAt: recordedAt }
}
