import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { testServer } from '../../testing/test-server.ts'

const app = await testServer({ publicUrl: 'https://bot.example' })
await app.listen({ host: '127.0.0.1', port: 0 })

function sent(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

test.each([
  ['bytes that are not HTTP', 400, 'GARBAGE\r\n\r\n'],
  ['a request without a host', 400, 'GET /api/x HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['an expectation that is not supported', 417, 'POST /api/x HTTP/1.1\r\nhost: x\r\nexpect: tea\r\n\r\n'],
])(
  'behind TLS, the answer to %s also keeps browsers on https, and has status %i and an Italian message',
  async (_what, status, bytes) => {
    const answer = await sent(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain('strict-transport-security: max-age=31536000')
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toContain('cache-control: no-store')
    expect(answer).toContain("content-security-policy: default-src 'none'")
    expect(answer).toMatch(/\{"message":"[^"]+"\}$/)
  },
)

test('endless headers are refused', async () => {
  const answer = await sent(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).toContain('Intestazioni troppo grandi')
})
