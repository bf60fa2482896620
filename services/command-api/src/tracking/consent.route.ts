import { streams } from '@tba/events/streams.ts'
import { chooseConsent as body } from '@tba/events/tracking/commands.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { handle } from '../handle.ts'
import { visitStarted } from './tracked-events.ts'
import { visitDecider } from './visit.decider.ts'

export function consentRoute(app: App, { log }: Deps) {
  const schema = {
    tags: ['tracking'],
    summary: 'Registra la scelta sui cookie',
    body,
    response: { 200: z.object({ choice: z.enum(['all', 'none']) }) },
  }

  app.post('/api/consent', { schema }, async (request, reply) => {
    const { choice } = request.body
    if (request.visitId) {
      const stream = streams.visit(request.visitId)
      const context = contextOf(request, 'visitor')
      const command = { type: 'ChooseConsent', choice, start: visitStarted(request) } as const
      await handle({ log, decider: visitDecider, stream, context }, command)
    }
    reply.keepConsent(choice)
    return { choice }
  })
}
