import { submitLead as body } from '@tba/events/leads/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { making } from '../idempotency.ts'

export function submitLeadRoute(app: App, { log, secrets, idempotency, submissions }: Deps) {
  const bucket = app.bucket('leads', { capacity: 200, refillPerSecond: 1 })
  const schema = {
    ...repeatable,
    tags: ['leads'],
    summary: 'Invia una richiesta di contatto',
    body,
    response: { 201: z.object({ id: z.uuid() }) },
  }

  app.post('/api/leads', { schema, onRequest: limit(bucket, submissions) }, (request, reply) => {
    const { deposit, phone = null, message = null, ...fields } = request.body
    const hash = emailHash(secrets.emailHash, fields.email)
    const lead = { ...fields, phone, message, depositEuro: Number(deposit), emailHash: hash }
    const context = contextOf(request, 'visitor')
    const work = making(201, id => execute({ log, context }, id, { type: 'SubmitLead', lead }))
    return idempotency.once({ request, reply }, work)
  })
}
