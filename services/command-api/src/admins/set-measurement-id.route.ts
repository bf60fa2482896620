import { setMeasurementId as body } from '@tba/events/admins/commands.ts'
import { settings } from '@tba/events/admins/views.ts'
import { failure } from '@tba/events/failure.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { adminOf, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { isLiveAdmin } from '@tba/runtime/http/live-admin.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'

export function setMeasurementIdRoute(app: App, { log, idempotency }: Deps) {
  const schema = {
    ...repeatable,
    tags: ['admins'],
    summary: 'Imposta o toglie l’ID di misurazione di Google Analytics',
    body,
    response: { 200: settings, 401: failure, 403: failure },
  }
  const onRequest = requireAdmin(isLiveAdmin(log))

  app.post('/api/admin/settings/ga', { schema, onRequest }, async (request, reply) => {
    const { measurementId } = request.body
    const context = contextOf(request, `admin:${adminOf(request).sub}`)
    const change = withFixedAnswer(200, { measurementId }, async () => {
      const command = { type: 'SetMeasurementId', measurementId } as const
      return (await execute({ log, context }, 'analytics', command)).position
    })
    return idempotency.once({ request, reply }, change)
  })
}
