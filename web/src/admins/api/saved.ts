import { z } from 'zod'
import { consoleCommand } from './calls.ts'

/** What an answer says of what it made. */
const made = z.looseObject({ id: z.string() })

/** What everybody in the console saves, changes and deletes at an address of the API. */
export function savedAt<Body extends object>(path: string) {
  const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    addressOf,
    /** @param id of what it replaces; null for a new one @returns the answer, with its id */
    async save(id: string | null, body: Body) {
      const answer =
        id === null
          ? await consoleCommand<object>('POST', path, body)
          : await consoleCommand<object>('PUT', addressOf(id), body)
      return made.parse({ ...(id !== null && { id }), ...answer })
    },
    remove: (id: string) => consoleCommand('DELETE', addressOf(id), undefined),
  }
}
