import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections } from './connections.ts'

async function serving(byAddress: boolean) {
  const server = createServer((_request, answer) => answer.end('ok'))
  limitConnections(server, { maxConnections: 8, byAddress })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** A connection with half a request head. Resolves to whether the server accepted it. */
  async function half(): Promise<boolean> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write('GET / HTTP/1.1\r\n')
    const taken = once(server, 'connection').then(([{ destroyed }]) => !destroyed)
    return Promise.race([taken, once(server, 'drop').then(() => false)])
  }
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  return { half, ask: async () => (await fetch(`http://127.0.0.1:${port}`)).text() }
}

test('an address may keep this many connections without a complete head', async () => {
  const { half, ask } = await serving(true)
  expect([await half(), await half()]).toEqual([true, true])
  expect(await half()).toBe(false)
  await expect(ask()).rejects.toThrow()
})

test('whole requests do not count', async () => {
  const { half, ask } = await serving(true)
  for (let n = 0; n < 5; n++) expect(await ask()).toBe('ok')
  expect(await half()).toBe(true)
})

test('behind a proxy, where all clients have one address, the limit is for all together', async () => {
  const { half } = await serving(false)
  const taken = []
  for (let n = 0; n < 9; n++) taken.push(await half())
  expect(taken).toEqual([...Array.from({ length: 8 }, () => true), false])
})
