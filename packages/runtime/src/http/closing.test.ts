import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { serverInTest } from '../testing/test-server.ts'

test('a server that stops finishes its running requests, and does not wait for other connections', async () => {
  const app = await serverInTest()
  const arrived = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  const closing = Promise.withResolvers<void>()
  app.addHook('preClose', async () => closing.resolve())
  app.get('/api/slow', async () => {
    arrived.resolve()
    return answer.promise
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const answered = new Promise<{ status?: number; connection?: string }>((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path: '/api/slow', agent }, response => {
      const { statusCode: status, headers } = response
      response.resume().on('end', () => resolve({ status, connection: headers.connection }))
    })
    request.on('error', reject)
  })
  await arrived.promise
  const unused = connect(port, '127.0.0.1')
  onTestFinished(() => void unused.destroy())
  await once(unused, 'connect')

  const closed = app.close()
  await closing.promise
  answer.resolve('done')

  expect(await answered).toEqual({ status: 200, connection: 'close' })
  const startedAt = performance.now()
  await closed
  // Short on purpose: the default keeps an idle connection for 72 s.
  expect(performance.now() - startedAt).toBeLessThan(60_000)
  agent.destroy()
})

test('a request on an open connection while the server begins to stop is answered too', async () => {
  const app = await serverInTest()
  const [closing, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.addHook('preClose', async () => {
    closing.resolve()
    await mayGoOn.promise
  })
  app.get('/api/late', async () => 'here')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const late = () =>
    new Promise((resolve, reject) => {
      get({ port, host: '127.0.0.1', path: '/api/late', agent }, response => {
        response.resume().on('end', () => resolve([response.statusCode, response.headers.connection]))
      }).on('error', reject)
    })
  expect(await late()).toEqual([200, 'keep-alive'])

  const closed = app.close()
  await closing.promise
  expect(await late()).toEqual([200, 'close'])
  mayGoOn.resolve()
  await closed
})
