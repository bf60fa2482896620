import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mayMeasure } from '@tba/runtime/http/operations/metrics.ts'
import type { Meters } from '@tba/runtime/meters.ts'
import type { Projector } from '../run.ts'

type Address = { host: string; port: number }
type Measured = { meters: Meters; metricsToken?: string | undefined }

/** A standby is ready too, because it can take over. One that has not caught up, or has failed, is not. */
async function statusOf(projector: Projector): Promise<'ok' | 'parked' | 'out'> {
  const { ready, healthy } = projector.health()
  if (!ready || !healthy) return 'out'
  try {
    // These calls fail if the database or the log is down.
    await projector.lag()
    return (await projector.parkedCount()) > 0 ? 'parked' : 'ok'
  } catch {
    return 'out'
  }
}

/** `/healthz`: the process lives. `/readyz`: it projects. `/metrics`: its metrics. @returns its port and a close function */
export async function serveHealth(projector: Projector, { host, port }: Address, measured?: Measured) {
  const server = createServer(async (request, response) => {
    const { url } = request
    if (measured && url === '/metrics') {
      if (!mayMeasure(request, measured.metricsToken)) return answer(response, 'forbidden')
      response.writeHead(200, { 'content-type': measured.meters.contentType, connection: 'close' })
      return response.end(await measured.meters.text())
    }
    if (url === '/healthz') return answer(response, 'ok')
    if (url !== '/readyz') return answer(response, 'unknown')
    return answer(response, await statusOf(projector))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

const codes = { ok: 200, parked: 200, out: 503, forbidden: 403, unknown: 404 }

function answer(response: ServerResponse, status: keyof typeof codes) {
  response.writeHead(codes[status], { 'content-type': 'application/json', connection: 'close' })
  return response.end(JSON.stringify({ status }))
}
