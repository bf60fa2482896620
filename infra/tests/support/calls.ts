import { own } from '@tba/query-api/routes.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { httpServer } from '@tba/runtime/http/http-server.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { onTestFinished } from 'vitest'

export type Registering = (app: App, ...deps: unknown[]) => void
/** All that registering asks of what routes stand on: nothing is answered here. */
const deps = {
  onRequest: [],
  signedIn: async () => {},
  permitted: () => async () => {},
  onArrival: async () => {},
  own,
}

/** The calls that this adds to a server. */
export async function callsOf(add: Registering): Promise<string[]> {
  const app = await httpServer({
    secrets: secretsFrom(newSecrets()),
    publicUrl: 'http://localhost',
    limitScale: 1,
  })
  onTestFinished(() => app.close())
  const calls: string[] = []
  app.register(async scope => {
    scope.addHook('onRoute', ({ method, url }) => void calls.push(`${method} ${url}`))
    add(scope as App, deps, deps, deps)
  })
  // Scopes are opened only now.
  await app.ready()
  return calls
}
