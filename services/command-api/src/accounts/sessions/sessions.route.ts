import { execute } from '@tba/runtime/commands/execute.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { customerContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { repeatableCall } from '../../repeatable-call.ts'
import { accountCommand } from '../account-command.ts'

/** Ends one of the caller's sessions, or all but this one. */
export function sessionsRoute(app: App, deps: Deps) {
  const { log, requireOpenSession: onRequest } = deps
  const shared = { method: 'DELETE', onRequest, tag: 'accounts', endsSessions: 'sessions' } as const

  repeatableCall(app, deps, {
    ...shared,
    url: '/api/user/sessions/:sessionId',
    summary: 'Chiude una delle proprie sessioni',
    params: z.strictObject({ sessionId: z.uuid('Sessione non valida') }),
    refusals: [404],
    async run({ request, params }) {
      const command = { type: 'CloseSession', accountId: customerOf(request).sub } as const
      const executing = { log, context: customerContext(request) }
      const closed = await execute(executing, params.sessionId, command)
      if ('refused' in closed) throw new HttpFailure(404, 'Sessione non trovata')
      return closed
    },
  })

  repeatableCall(app, deps, {
    ...shared,
    url: '/api/user/sessions',
    summary: 'Chiude tutte le proprie sessioni, tranne questa',
    run: ({ request }) =>
      accountCommand(deps, request, { type: 'RevokeSessions', except: customerOf(request).sid }),
  })
}
