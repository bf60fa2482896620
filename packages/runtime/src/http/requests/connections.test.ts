import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { limitConnections } from './connections.ts'

async function serving(byAddress: boolean) {
  const server = createServer((_request, answer) => answer.end('ok'))
  server.keepAliveTimeout = 0
  limitConnections(server, { maxConnections: 8, byAddress })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** A connection that sends this, by default half a request head. Resolves to whether the server accepted it. */
  async function half(sent = 'GET / HTTP/1.1\r\n'): Promise<boolean> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(sent)
    const taken = once(server, 'connection').then(([{ destroyed }]) => !destroyed)
    return Promise.race([taken, once(server, 'drop').then(() => false)])
  }
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const closed = () => expect.poll(() => promisify(server.getConnections).call(server)).toBe(0)
  return {
    half,
    closed,
    ask: async () => (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text(),
  }
}

test('an address may keep this many connections without a complete head', async () => {
  const { half, ask } = await serving(true)
  expect([await half(), await half()]).toEqual([true, true])
  expect(await half()).toBe(false)
  await expect(ask()).rejects.toThrow()
})

test('connections between two requests count too, until they are closed', async () => {
  const { half, closed, ask } = await serving(true)
  const whole = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
  for (let n = 0; n < 5; n++) {
    expect(await ask()).toBe('ok')
    await closed()
  }
  expect([await half(whole), await half(whole), await half()]).toEqual([true, true, false])
})

test('behind a proxy, where all clients have one address, the limit is for all together', async () => {
  const { half } = await serving(false)
  const taken = []
  for (let n = 0; n < 9; n++) taken.push(await half())
  expect(taken).toEqual([...Array.from({ length: 8 }, () => true), false])
})
