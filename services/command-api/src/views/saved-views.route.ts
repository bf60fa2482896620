import { saveView as body } from '@tba/events/views/commands.ts'
import type { App } from '@tba/runtime/http/app.ts'
import type { Deps } from '../deps.ts'
import { sharedRoutes } from '../shared-routes.ts'

/** Views of the history, by name: every administrator sees, changes and deletes all of them. */
export function savedViewsRoutes(app: App, deps: Deps) {
  sharedRoutes(app, deps, {
    path: '/api/admin/views',
    body,
    summaries: {
      save: 'Salva una vista degli eventi, per chiunque usi la console',
      change: 'Cambia nome o filtri di una vista',
      delete: 'Elimina una vista',
    },
    refusals: { unknown: 'Vista non trovata', deleted: 'La vista è già stata eliminata' },
    save: async view => ({ type: 'SaveHistoryView', view }),
    change: async view => ({ type: 'ChangeHistoryView', view }),
    delete: { type: 'DeleteHistoryView' },
  })
}
