import { savedKinds } from '@tba/events/saved/kinds.ts'
import type { App } from '@tba/runtime/http/app.ts'
import type { Deps } from '../deps.ts'
import { sharedRoutes } from '../shared-routes.ts'

/** Each saved kind: everybody in the console sees, changes and deletes all of it. */
export function savedRoutes(app: App, deps: Deps) {
  for (const [kind, { path, body, nameOf, recorded, words }] of Object.entries(savedKinds)) {
    const wanted = (sent: object) => {
      const definition = (recorded?.(sent as never) ?? sent) as Record<string, unknown>
      return { kind, name: nameOf(sent as never), definition }
    }
    sharedRoutes(app, deps, {
      path: `/api/admin/${path}`,
      body,
      summaries: {
        save: `Salva ${words.one}, per chiunque usi la console`,
        change: `Cambia ${words.one}`,
        delete: `Elimina ${words.one}`,
      },
      refusals: { unknown: words.unknown, deleted: words.deleted },
      save: async sent => ({ type: 'SaveDefinition', saved: wanted(sent) }),
      change: async sent => ({ type: 'ChangeDefinition', saved: wanted(sent) }),
      delete: { type: 'DeleteDefinition', kind },
    })
  }
}
