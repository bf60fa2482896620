import { setMeasurementId } from '@tba/events/admins/commands.ts'
import { settings } from '@tba/events/admins/views.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'

export function setMeasurementIdRoute(app: App, deps: Deps) {
  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/admin/settings/ga',
    onRequest: deps.permitted('settings'),
    tag: 'admins',
    summary: 'Imposta o toglie l’ID di misurazione di Google Analytics',
    body: setMeasurementId,
    view: settings,
    run: ({ request, body: { measurementId } }) =>
      execute({ log: deps.log, context: adminContext(request) }, 'analytics', {
        type: 'SetMeasurementId',
        measurementId,
      }),
    answer: ({ body }) => body,
  })
}
