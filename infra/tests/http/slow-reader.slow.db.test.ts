import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '@tba/testing/wait.ts'
import { admin, administrator } from '../support/administrator.ts'
import { openProduct } from '../support/product.ts'

test('a client that reads nothing is disconnected, and resumes after its last event', async () => {
  await using product = await openProduct({ admin, limitScale: 1000 })
  const { token } = await administrator(product)
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = product.app.server.address() as AddressInfo

  async function watch(after: string) {
    let text = ''
    const url = { port, path: `/api/admin/events/live?after=${after}` }
    const sent = request({ ...url, headers: { authorization: `Bearer ${token}` } })
    sent.on('error', () => {}).end()
    onTestFinished(() => void sent.destroy())
    const answer = await new Promise<IncomingMessage>(resolve => sent.once('response', resolve))
    answer.on('error', () => {})
    answer.setEncoding('utf8').on('data', chunk => {
      text += chunk
    })
    return { answer, ids: () => [...text.matchAll(/^id: (.*)\nevent: event$/gm)].map(([, id = '']) => id) }
  }

  const start = (await product.store.head()) ?? ''
  const slow = await watch(start)
  slow.answer.pause()
  const large = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`k${at}`, 'x'.repeat(200)]))
  const clicks = () =>
    Array.from({ length: 20 }, () => ({
      kind: 'interaction',
      sessionId: `visita-${crypto.randomUUID()}`,
      clientId: crypto.randomUUID(),
      eventType: 'click',
      page: '/',
      additionalData: large,
    }))
  // More than the kernel buffers for a connection.
  for (let at = 0; at < 15; at++)
    await Promise.all(
      Array.from({ length: 20 }, () => product.visitor().post('/api/tracking/batch', { events: clicks() })),
    )
  await pause(14_000)
  slow.answer.resume()
  await waitUntil(() => slow.answer.closed)
  const received = slow.ids()
  const wanted = (await product.recorded()).map(({ position }) => position).filter(at => at > start)
  expect(received.length).toBeLessThan(wanted.length)
  const resumed = await watch(received.at(-1) ?? start)
  await expect
    .poll(() => received.length + resumed.ids().length, { interval: 500 })
    .toBeGreaterThanOrEqual(wanted.length)
  expect([...received, ...resumed.ids()]).toEqual(wanted)
})
