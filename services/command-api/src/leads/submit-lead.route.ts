import { submitLead } from '@tba/events/leads/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { createdAnswer, repeatableCall } from '../repeatable-call.ts'

export function submitLeadRoute(app: App, deps: Deps) {
  const { log, secrets, submissions } = deps
  const bucket = app.bucket('leads', { capacity: 200, refillPerSecond: 1 })
  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/leads',
    onRequest: limit(bucket, submissions),
    tag: 'leads',
    summary: 'Invia una richiesta di contatto',
    body: submitLead,
    ...createdAnswer,
    run({ request, body }, id) {
      const { deposit, phone = null, message = null, ...fields } = body
      const hash = emailHash(secrets.emailHash, fields.email)
      const lead = { ...fields, phone, message, depositEuro: Number(deposit), emailHash: hash }
      const context = contextOf(request, 'visitor')
      return execute({ log, context }, id, { type: 'SubmitLead', lead })
    },
  })
}
