import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Projector } from './run.ts'

type Address = { host: string; port: number }

/** A standby that may take over at any moment is ready too; one that has not caught up, or has failed, is not. */
async function isReady(projector: Projector): Promise<boolean> {
  const { ready, healthy } = projector.health()
  if (!ready || !healthy) return false
  // Answers only where the database and the log do.
  return projector.lag().then(
    () => true,
    () => false,
  )
}

/** `/healthz`: the process lives. `/readyz`: it projects. @returns where it listens, and how to stop it */
export async function serveHealth(projector: Projector, { host, port }: Address) {
  const server = createServer(async ({ url }, response) => {
    const status = url === '/healthz' ? 200 : url !== '/readyz' ? 404 : (await isReady(projector)) ? 200 : 503
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify({ status: status === 200 ? 'ok' : 'out' }))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
