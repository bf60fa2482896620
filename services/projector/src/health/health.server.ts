import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mayReadMetrics } from '@tba/runtime/http/operations/metrics.ts'
import type { Meters } from '@tba/runtime/meters.ts'

type Address = { host: string; port: number }
type Measured = { meters: Meters; metricsToken?: string | undefined }

type Readiness = () => Promise<'ok' | 'parked' | 'waiting'>

/**
 * `/healthz`: the process lives. `/readyz`: it projects, and takes jobs. `/metrics`: its metrics.
 * @returns its port and a close function
 */
export async function serveHealth(readiness: Readiness, { host, port }: Address, measured?: Measured) {
  const server = createServer(async (request, response) => {
    const { url } = request
    if (measured && url === '/metrics') {
      if (!mayReadMetrics(request, measured.metricsToken)) return answer(response, 'forbidden')
      response.writeHead(200, { 'content-type': measured.meters.contentType, connection: 'close' })
      return response.end(await measured.meters.text())
    }
    if (url === '/healthz') return answer(response, 'ok')
    if (url !== '/readyz') return answer(response, 'unknown')
    return answer(response, await readiness().catch(() => 'out' as const))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

const codes = { ok: 200, parked: 200, waiting: 503, out: 503, forbidden: 403, unknown: 404 }

function answer(response: ServerResponse, status: keyof typeof codes) {
  response.writeHead(codes[status], { 'content-type': 'application/json', connection: 'close' })
  return response.end(JSON.stringify({ status }))
}
