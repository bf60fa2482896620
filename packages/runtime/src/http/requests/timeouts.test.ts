import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { serverInTest } from '../../testing/test-server.ts'
import type { App } from '../app.ts'
import type { Timeouts } from './timeouts.ts'

const hour = 3_600_000
const endless: Timeouts = { headersMs: hour, requestMs: hour, maxRequestMs: hour, checkEveryMs: 20 }

async function serving(wait: Partial<Timeouts>): Promise<App> {
  const app = await serverInTest({ timeouts: { ...endless, ...wait } })
  app.post('/api/echo', async request => request.body)
  app.put('/api/large', { config: { requestMs: hour } }, async request => request.body)
  app.post('/api/refused', { onRequest: async (_, reply) => reply.code(401).send({}) }, async () => 'no')
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

/** Sends the start at once and the rest byte by byte. Resolves with the answer after the connection is closed. */
async function trickled(app: App, start: string, rest = 'a'.repeat(10_000)): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', data => {
    received += data
  })
  // The server may already have closed the connection.
  socket.on('error', () => {})
  socket.write(start)
  let sent = 0
  const drip = setInterval(() => sent < rest.length && socket.write(rest.charAt(sent++)), 10)
  await new Promise(resolve => socket.on('close', resolve))
  clearInterval(drip)
  return received
}

const head = (line: string, length: number) =>
  `${line} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

test('a slow body is cut off after the time limit of its route', async () => {
  const app = await serving({ requestMs: 100 })
  const answer = await trickled(app, head('POST /api/echo', 60_000))
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toMatch(/\{"message":"Tempo scaduto per la richiesta"\}$/)
})

test('a refused request may not send its body for ever', async () => {
  const app = await serving({ requestMs: 100 })
  expect(await trickled(app, head('POST /api/refused', 60_000))).toMatch(/^HTTP\/1\.1 401 /)
})

test('slow headers are cut off', async () => {
  const app = await serving({ headersMs: 100 })
  expect(await trickled(app, 'GET /api/echo HTTP/1.1\r\nx-slow: ')).toMatch(/^HTTP\/1\.1 408 /)
})

test('a route that takes large bodies waits longer than others', async () => {
  const app = await serving({ requestMs: 20 })
  const last = head('PUT /api/large', 22).replace('host: x', 'host: x\r\nconnection: close')
  const answer = await trickled(app, last, JSON.stringify('large but on its way'))
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/large but on its way$/)
})

test('no route waits longer than the server itself', async () => {
  const app = await serving({ maxRequestMs: 100, headersMs: 100 })
  expect(await trickled(app, head('PUT /api/large', 60_000))).toMatch(/^HTTP\/1\.1 408 /)
})

test('a connection whose requests were in time stays open for the next one', async () => {
  const app = await serving({ requestMs: 50 })
  const ask = `${head('POST /api/echo', 2)}{}`
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const startedAt = performance.now()
  while (performance.now() - startedAt < 200) {
    socket.write(ask)
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  }
})
