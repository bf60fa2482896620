import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { expect, onTestFinished, test } from 'vitest'
import { hasCaddy } from '../../tests/support/has-caddy.ts'
import { temporaryFolder } from '../../tests/support/run.ts'
import { prepareGateway } from './gateway.ts'
import { waitUntilReady } from './processes.ts'

async function instance() {
  const server = createServer((_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(end)
  return { at: `127.0.0.1:${(server.address() as AddressInfo).port}`, end }
}

async function gatewayTo(instances: Record<string, string[]>): Promise<string> {
  const [port, healthPort] = [await freePort(), await freePort()]
  const options = { folder: temporaryFolder(), host: '127.0.0.1', port, healthPort }
  const child = prepareGateway({ ...options, publicUrl: 'http://localhost', trustedProxies: [], instances })()
  onTestFinished(() => void child.kill())
  await waitUntilReady(child, { name: 'gateway', url: `http://127.0.0.1:${healthPort}/healthz` })
  return `http://127.0.0.1:${port}`
}

async function statuses(count: number, call: () => Promise<Response>): Promise<number[]> {
  const found = []
  for (let number = 0; number < count; number++) found.push((await call()).status)
  return found
}

test.skipIf(!hasCaddy)('an ended instance fails no read, and only the writes that it received', async () => {
  const [first, second] = [await instance(), await instance()]
  const both = [first.at, second.at]
  const url = await gatewayTo({ 'command-api': both, 'query-api': both })
  const read = () => fetch(`${url}/api/user/progress`)
  const write = () => fetch(`${url}/api/leads`, { method: 'POST', body: '{}' })
  expect(await statuses(4, write)).toEqual([200, 200, 200, 200])
  first.end()
  const written = await statuses(12, write)
  expect(written.filter(status => status !== 200 && status !== 502)).toEqual([])
  expect(written).toContain(200)
  expect(await statuses(8, read)).toEqual(Array(8).fill(200))
  // The gateway has noticed the ended instance.
  await expect.poll(() => statuses(8, write)).toEqual(Array(8).fill(200))
})
