import Fastify from 'fastify'
import type { Environment } from './environment.ts'
import type { Keys } from './keys.ts'
import { addressRefusal } from './ports.ts'

/** What the services are composed from. */
export interface ProductParts {
  environment: Environment
  databaseUrl: string
  keys: Keys
}

export interface Product {
  /** Where it listens: the asked port, or the one drawn for 0. */
  port: number
  /** Answers what has come in, then stops listening and everything that it started. */
  close(): Promise<void>
}

/** Starts all services in this process on one port; resolves when they answer. Throws StartRefusal for a taken port. */
export async function startProduct({ environment }: ProductParts): Promise<Product> {
  const app = Fastify({ logger: { level: environment.logLevel } })
  app.addHook('onSend', async (_request, reply) => {
    // Without it a client that keeps its connection open would hold the shutdown up.
    if (closing) reply.header('connection', 'close')
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  let closing = false
  const { host, port } = environment
  const address = await app.listen({ host, port }).catch(error => {
    throw addressRefusal(error, environment)
  })
  return {
    port: Number(new URL(address).port) || port,
    close: () => {
      closing = true
      return app.close()
    },
  }
}
