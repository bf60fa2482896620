import { failure } from '@tba/events/failure.ts'
import { chooseConsent as body } from '@tba/events/tracking/commands.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'
import { track } from './track.ts'
import { visitStarted } from './tracked-events.ts'
import { visits as knownVisits } from './visits.ts'

/** Appended without reading the visit, which may be long: like a click. */
export function consentRoute(app: App, { log, idempotency }: Deps) {
  const visits = knownVisits()
  const onRequest = limit(app.bucket('consent', { capacity: 200, refillPerSecond: 1 }))
  const schema = {
    ...repeatable,
    tags: ['tracking'],
    summary: 'Registra la scelta sui cookie',
    body,
    response: { 200: z.object({ choice: z.enum(['all', 'none']) }), 429: failure },
  }

  app.post('/api/consent', { schema, onRequest }, async (request, reply) => {
    const { choice } = request.body
    const { visitId } = request
    const tracking = { log, visits, context: contextOf(request, 'visitor'), consent: false }
    const chosen = { type: 'ConsentChosen' as const, data: { choice } }
    const work = withFixedAnswer(200, { choice }, async () => {
      // However many events the visit has: the choice is the visitor's right.
      if (visitId) await track(tracking, { visitId, events: [chosen], start: () => visitStarted(request) })
      return { position: null }
    })
    const answer = await idempotency.once({ request, reply }, work)
    reply.keepConsent(choice)
    return answer
  })
}
