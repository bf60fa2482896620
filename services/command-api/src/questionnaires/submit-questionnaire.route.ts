import { submitQuestionnaire } from '@tba/events/questionnaires/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { createdAnswer, repeatableCall } from '../repeatable-call.ts'

export function submitQuestionnaireRoute(app: App, deps: Deps) {
  const { log, secrets, submissions } = deps
  const bucket = app.bucket('questionnaires', { capacity: 200, refillPerSecond: 1 })
  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/questionnaire',
    onRequest: limit(bucket, submissions),
    tag: 'questionnaires',
    summary: 'Invia il questionario',
    body: submitQuestionnaire,
    ...createdAnswer,
    run({ request, body }, id) {
      const { additionalInfo = null, source = null, ...answers } = body
      const hash = emailHash(secrets.emailHash, answers.email)
      const questionnaire = { ...answers, additionalInfo, source, emailHash: hash }
      const context = contextOf(request, 'visitor')
      return execute({ log, context }, id, { type: 'SubmitQuestionnaire', questionnaire })
    },
  })
}
