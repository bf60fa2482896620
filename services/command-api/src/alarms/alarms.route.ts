import { saveAlarm, snoozeAlarm } from '@tba/events/alarms/definition.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { sharedRoutes } from '../shared-routes.ts'

const path = '/api/admin/alarms'
const refusals = { unknown: 'Avviso non trovato', deleted: 'L’avviso è già stato eliminato' }

/** Alarms: everybody of the console sees, changes, snoozes and deletes all of them. */
export function alarmsRoutes(app: App, deps: Deps) {
  sharedRoutes(app, deps, {
    path,
    body: saveAlarm,
    refusals,
    summaries: {
      save: 'Crea un avviso, che scrive a chi lo salva',
      change: 'Cambia un avviso, che ricomincia da capo',
      delete: 'Elimina un avviso',
    },
    save: async ({ name, ...definition }) => ({ type: 'MakeAlarm', alarm: { name, definition } }),
    change: async ({ name, ...definition }) => ({ type: 'ChangeAlarm', alarm: { name, definition } }),
    delete: { type: 'DeleteAlarm' },
  })

  repeatableCall(app, deps, {
    method: 'POST',
    url: `${path}/:id/snooze`,
    tag: 'admins',
    onRequest: deps.permitted('analyse'),
    summary: 'Mette in pausa un avviso fino a un momento; uno che è passato chiude la pausa',
    params: z.strictObject({ id: z.uuid(refusals.unknown) }),
    body: snoozeAlarm,
    refusals: [404],
    async run({ request, params, body: { until } }) {
      const command = { type: 'SnoozeAlarm', until, now: new Date().toISOString() } as const
      const outcome = await execute({ log: deps.log, context: adminContext(request) }, params.id, command)
      if ('refused' in outcome) throw new HttpFailure(404, refusals[outcome.refused])
      return outcome
    },
  })
}
