import { setMeasurementId as body } from '@tba/events/admins/commands.ts'
import { settings } from '@tba/events/admins/views.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'

export function setMeasurementIdRoute(app: App, { log, idempotency, permitted }: Deps) {
  const schema = {
    ...repeatable,
    tags: ['admins'],
    summary: 'Imposta o toglie l’ID di misurazione di Google Analytics',
    body,
    response: { 200: settings },
  }

  app.post('/api/admin/settings/ga', { schema, onRequest: permitted('settings') }, (request, reply) => {
    const { measurementId } = request.body
    const executing = { log, context: adminContext(request) }
    const change = withFixedAnswer(200, { measurementId }, () =>
      execute(executing, 'analytics', { type: 'SetMeasurementId', measurementId }),
    )
    return idempotency.once({ request, reply }, change)
  })
}
