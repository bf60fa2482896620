import { chooseConsent } from '@tba/events/tracking/commands.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { track } from './track.ts'
import { visitStarted } from './tracked-events.ts'
import type { TrackingLimiter } from './tracking-limits.ts'

/** Appended without reading the visit, which may be long: like a click. */
export function consentRoute(app: App, deps: Deps, { visits }: TrackingLimiter) {
  const bucket = app.bucket('consent', { capacity: 200, refillPerSecond: 1 })
  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/consent',
    onRequest: limit(bucket),
    tag: 'tracking',
    summary: 'Registra la scelta sui cookie',
    body: chooseConsent,
    view: z.object({ choice: z.enum(['all', 'none']) }),
    async run({ request, body }) {
      const { visitId } = request
      const context = contextOf(request, 'visitor')
      const chosen = { type: 'ConsentChosen' as const, data: body }
      const start = () => visitStarted(request)
      const tracking = { log: deps.log, visits, context, consent: false }
      // However many events the visit has: the choice is the visitor's right.
      if (visitId) await track(tracking, { visitId, events: [chosen], start, isUnlimited: true })
      return { position: null }
    },
    answer({ reply, body: { choice } }) {
      reply.keepConsent(choice)
      return { choice }
    },
  })
}
