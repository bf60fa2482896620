import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mayMeasure } from '@tba/runtime/http/may-measure.ts'
import type { Meters } from '@tba/runtime/meters.ts'
import type { Projector } from './run.ts'

type Address = { host: string; port: number }
type Measured = { meters: Meters; metricsToken?: string | undefined }

/** A standby is ready too, since it may take over at any moment; not so one that has not caught up or has failed. */
async function isReady(projector: Projector): Promise<boolean> {
  const { ready, healthy } = projector.health()
  if (!ready || !healthy) return false
  // Fails where the database or the log does not answer.
  return projector.lag().then(
    () => true,
    () => false,
  )
}

/**
 * `/healthz`: the process lives. `/readyz`: it projects. `/metrics`: its measurements, where `measured` is given.
 * @returns where it listens, and how to stop it
 */
export async function serveHealth(projector: Projector, { host, port }: Address, measured?: Measured) {
  const server = createServer(async (request, response) => {
    const { url } = request
    if (measured && url === '/metrics') {
      if (!mayMeasure(request, measured.metricsToken)) return answer(response, 403)
      response.writeHead(200, { 'content-type': measured.meters.contentType, connection: 'close' })
      return response.end(await measured.meters.text())
    }
    if (url === '/healthz') return answer(response, 200)
    if (url !== '/readyz') return answer(response, 404)
    return answer(response, (await isReady(projector)) ? 200 : 503)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

function answer(response: ServerResponse, status: number) {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  return response.end(JSON.stringify({ status: status === 200 ? 'ok' : 'out' }))
}
