import net, { type AddressInfo } from 'node:net'
import { addressRefusal, withPort } from './ports.ts'

async function listening(port: number): Promise<void> {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(addressRefusal(error, { host: '127.0.0.1', port })))
    server.listen(port, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
}

test('replaces a chosen port that another program took meanwhile', async () => {
  const drawn: number[] = []
  await withPort({ host: '127.0.0.1', port: 0 }, async port => {
    drawn.push(port)
    if (drawn.length === 1) await listening(port)
    await listening(port)
  })
  expect(drawn).toHaveLength(2)
})

test('refuses a requested port that is taken, and does not retry', async () => {
  const server = net.createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let starts = 0
  const starting = withPort({ host: '127.0.0.1', port }, async port => {
    starts++
    await listening(port)
  })
  await expect(starting).rejects.toThrow(`Port ${port} is taken already`)
  expect(starts).toBe(1)
})
