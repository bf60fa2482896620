import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { health } from '@tba/runtime/http/operations/health.ts'
import { testServer } from '@tba/runtime/testing/test-server.ts'
import { prepareGateway } from '../start/services/gateway.ts'
import { waitUntilReady } from '../start/services/processes.ts'
import { hasCaddy } from '../tests/support/has-caddy.ts'
import { temporaryFolder } from '../tests/support/run.ts'

/** The second request hides in the body of the first, where two servers would see the end of that body elsewhere. */
const hidden = 'GET /api/smuggled HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'
const chunked = `0\r\n\r\n${hidden}`
const head = (...lines: string[]) =>
  ['POST /api/x HTTP/1.1', 'host: localhost', 'connection: close', ...lines, '', ''].join('\r\n')
const length = `content-length: ${chunked.length}`
const smuggled: Record<string, string> = {
  'a length and chunks': head(length, 'transfer-encoding: chunked') + chunked,
  'chunks and a length': head('transfer-encoding: chunked', 'content-length: 4') + chunked,
  'two lengths': head('content-length: 0', `content-length: ${hidden.length}`) + hidden,
  'a list of lengths': head(`content-length: 0, ${hidden.length}`) + hidden,
  'a length with a sign': head(`content-length: +${hidden.length}`) + hidden,
  'chunks of another name': head(length, 'transfer-encoding: xchunked') + chunked,
  'chunks behind a space': head(length, 'transfer-encoding : chunked') + chunked,
  'chunks on a folded line': head(length, 'transfer-encoding:', ' chunked') + chunked,
  'chunks behind a tab': head(length, 'transfer-encoding:\x0bchunked') + chunked,
  'chunks twice': head(length, 'transfer-encoding: chunked', 'transfer-encoding: identity') + chunked,
  'a line that ends in LF': `POST /api/x HTTP/1.1\r\nconnection: close\r\nhost: localhost\ntransfer-encoding: chunked\r\n${length}\r\n\r\n${chunked}`,
  'a chunk with a broken size': `${head('transfer-encoding: chunked')}0x\r\n\r\n${hidden}`,
  'a NUL in a header': head(length, 'x: a\0b') + chunked,
}

/** All that the server sends until it closes. */
async function sent(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
  let received = ''
  socket.setEncoding('latin1').on('data', data => {
    received += data
  })
  await once(socket, 'close').catch(() => {})
  return received
}

/** The paths that reached the routes. */
const reached: string[] = []
const app = await testServer()
// The gateway asks for it.
health(app, {})
app.all('/api/*', async ({ url }) => void reached.push(url))
const node = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)

/** Before a service whose parser takes anything: what hides has only the gateway against it. */
async function gateway(): Promise<number> {
  const [port, healthPort] = [await freePort(), await freePort()]
  const lenient = createServer({ insecureHTTPParser: true }, app.routing).listen(0, '127.0.0.1')
  onTestFinished(() => void lenient.close())
  await once(lenient, 'listening')
  const at = [`127.0.0.1:${(lenient.address() as AddressInfo).port}`]
  const own = { folder: temporaryFolder(), host: '127.0.0.1', port, healthPort, trustedProxies: [] }
  const instances = { 'command-api': at, 'query-api': at }
  const child = prepareGateway({ ...own, publicUrl: 'http://localhost', instances })()
  onTestFinished(() => void child.kill())
  await waitUntilReady(child, { name: 'gateway', url: `http://127.0.0.1:${healthPort}/healthz` })
  return port
}

/** The answers that a client gets for each of them, and the paths that reached the service. */
async function* attempts(port: number) {
  await expect.poll(() => sent(port, hidden.replace('smuggled', 'plain'))).toMatch(/^HTTP\/1\.1 200/)
  for (const [kind, bytes] of Object.entries(smuggled)) {
    reached.length = 0
    const answers = (await sent(port, bytes)).match(/^HTTP\/1\.1 \d+/gm) ?? []
    yield { kind, answers, reached }
  }
}

async function expectNoneHidden(port: number) {
  for await (const { kind, answers, reached } of attempts(port)) {
    expect(reached, kind).not.toContain('/api/smuggled')
    expect(answers, kind).toHaveLength(1)
  }
}

test('a request that hides in the body of another reaches no route of a service', () =>
  expectNoneHidden(node))

// Caddy reads a length beside chunks as chunks, as does the service.
test.skipIf(!hasCaddy)('a service sees no request that the gateway in front of it did not see', async () =>
  expectNoneHidden(await gateway()),
)
