import { type AddressInfo, connect, type Socket } from 'node:net'
import { testServer } from '../../testing/test-server.ts'

const app = await testServer()
app.post('/api/echo', async request => request.body)
await app.listen({ port: 0, host: '127.0.0.1' })
const port = (app.server.address() as AddressInfo).port

function opened(): { socket: Socket; received: () => string } {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  return { socket, received: () => text }
}

const post = 'POST /api/echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
const half = 'x'.repeat(40_000)

test.each([
  ['with its length', `content-length: ${2 * half.length}`, half, half],
  ['in chunks', 'transfer-encoding: chunked', `11170\r\n${half}${'x'.repeat(30_000)}`, '\r\n0\r\n\r\n'],
])(
  'a client that still sends a too large body %s gets an answer, and can use the connection again',
  async (_case, length, first, rest) => {
    const { socket, received } = opened()
    socket.write(`${post}${length}\r\n\r\n${first}`)
    await expect.poll(received).toMatch(/^HTTP\/1\.1 413 /)
    expect(received()).toContain('{"message":"Richiesta troppo grande"}')
    expect(received()).not.toMatch(/^connection: close/im)

    socket.write(`${rest}${post}content-length: 10\r\n\r\n{"more":1}`)
    await expect.poll(received).toMatch(/HTTP\/1\.1 200 OK[\s\S]*\{"more":1\}$/)
    socket.destroy()
  },
)
