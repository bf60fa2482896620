import { leads } from '@tba/query-api/people/submissions.reads.ts'
import { own } from '@tba/query-api/routes.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { httpServer } from '@tba/runtime/http/http-server.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import type { FastifySchema } from 'fastify'

export type RegisterRoutes = (app: App, ...deps: unknown[]) => void
export type DescribedCall = { call: string; schema: FastifySchema }

/** The dependencies that registering uses. No call is answered here. */
const deps = {
  onRequest: [],
  requireOpenSession: async () => {},
  permitted: () => async () => {},
  chargeBySize: async () => {},
  own,
  submitted: [leads],
}

/** The calls that this function adds to a server. */
export const callsOf = async (add: RegisterRoutes) => (await describedCalls(add)).map(({ call }) => call)

/** The same, each with its schemas. */
export async function describedCalls(add: RegisterRoutes): Promise<DescribedCall[]> {
  const secrets = secretsFrom(newSecrets())
  const app = await httpServer({ secrets, publicUrl: 'http://localhost', limitScale: 1 })
  const calls: DescribedCall[] = []
  app.register(async scope => {
    scope.addHook('onRoute', ({ method, url, schema = {} }) => {
      calls.push({ call: `${method} ${url}`, schema })
    })
    // Some routes are for one kind of submission.
    add(scope as App, deps, { ...deps, ...leads }, deps)
  })
  // Scopes open only now.
  await app.ready()
  await app.close()
  return calls
}
