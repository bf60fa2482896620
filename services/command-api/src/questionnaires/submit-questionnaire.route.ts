import { submitQuestionnaire as body } from '@tba/events/questionnaires/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { making } from '../idempotency.ts'

export function submitQuestionnaireRoute(app: App, { log, secrets, idempotency, submissions }: Deps) {
  const bucket = app.bucket('questionnaires', { capacity: 200, refillPerSecond: 1 })
  const schema = {
    ...repeatable,
    tags: ['questionnaires'],
    summary: 'Invia il questionario',
    body,
    response: { 201: z.object({ id: z.uuid() }) },
  }

  app.post('/api/questionnaire', { schema, onRequest: limit(bucket, submissions) }, (request, reply) => {
    const { additionalInfo = null, source = null, ...answers } = request.body
    const hash = emailHash(secrets.emailHash, answers.email)
    const questionnaire = { ...answers, additionalInfo, source, emailHash: hash }
    const context = contextOf(request, 'visitor')
    const command = { type: 'SubmitQuestionnaire', questionnaire } as const
    const work = making(201, id => execute({ log, context }, id, command))
    return idempotency.once({ request, reply }, work)
  })
}
