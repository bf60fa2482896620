import { saveFunnel as body, type SaveFunnel } from '@tba/events/funnels/definition.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { isPositionOfLog } from '@tba/runtime/log/replayed-events.ts'
import type { Deps } from '../deps.ts'
import { sharedRoutes } from '../shared-routes.ts'

/** Saved funnels: every administrator sees, changes and deletes all of them. */
export function savedFunnelsRoutes(app: App, deps: Deps) {
  /** Like a run, it refuses a position that is not in this log. */
  async function wanted({ name, ...definition }: SaveFunnel) {
    if (!(await isPositionOfLog(deps.store, definition.asOf)))
      throw new HttpFailure(400, 'Posizione non valida')
    return { name, definition }
  }

  sharedRoutes(app, deps, {
    path: '/api/admin/funnels',
    body,
    summaries: {
      save: 'Salva un funnel, per chiunque usi la console: da allora continua a contare',
      change: 'Cambia nome o definizione di un funnel',
      delete: 'Elimina un funnel',
    },
    refusals: { unknown: 'Funnel non trovato', deleted: 'Il funnel è già stato eliminato' },
    save: async funnel => ({ type: 'SaveFunnel', funnel: await wanted(funnel) }),
    change: async funnel => ({ type: 'ChangeFunnel', funnel: await wanted(funnel) }),
    delete: { type: 'DeleteFunnel' },
  })
}
