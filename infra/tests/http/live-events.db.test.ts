import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HistoryEvent, ReadSide } from '@tba/events/history/views.ts'
import { waitFor, waitUntil } from '@tba/testing/wait.ts'
import { administrator } from '../support/administrator.ts'
import { ownProduct } from '../support/shared.ts'

const { product, console } = await ownProduct({ limitScale: 1000 })
await console.get('/api/admin/settings')
await product.app.listen({ port: 0, host: '127.0.0.1' })
const port = (product.app.server.address() as AddressInfo).port

function watch(query = '', { token = console.token, ...headers }: Record<string, string> = {}) {
  let text = ''
  let isOver = false
  let status = 0
  const url = { port, path: `/api/admin/events/live?${query}` }
  const sent = request({ ...url, headers: { authorization: `Bearer ${token}`, ...headers } }, response => {
    status = response.statusCode ?? 0
    response.setEncoding('utf8').on('data', chunk => {
      text += chunk
    })
    response.on('close', () => {
      isOver = true
    })
  })
  sent.on('error', () => {})
  sent.end()
  onTestFinished(() => void sent.destroy())
  const dataOf = (event: string) =>
    [...text.matchAll(new RegExp(`^event: ${event}\ndata: (.*)\n\n`, 'gm'))].map(([, data = '']) => data)
  return {
    events: () => dataOf('event').map(data => JSON.parse(data) as HistoryEvent),
    ids: () => [...text.matchAll(/^id: (.*)\nevent: event$/gm)].map(([, id = '']) => id),
    heads: () => dataOf('head').map(data => JSON.parse(data) as ReadSide),
    isOver: () => isOver,
    status: () => status,
    leave: () => void sent.destroy(),
  }
}
const opened = async (watching: ReturnType<typeof watch>) => {
  await waitUntil(() => watching.heads().length > 0)
  return watching
}

async function click(count: number, more = {}) {
  const events = Array.from({ length: count }, () => ({
    kind: 'interaction',
    sessionId: `visita-${crypto.randomUUID()}`,
    clientId: crypto.randomUUID(),
    eventType: 'click',
    page: '/',
    ...more,
  }))
  expect((await product.visitor().post('/api/tracking/batch', { events })).status).toBe(202)
}

test('gets every event once, in the order of the log, as in the history', async () => {
  const watchers = await Promise.all([watch(), watch(), watch()].map(opened))
  const head = (await product.store.head()) ?? ''
  await Promise.all(Array.from({ length: 10 }, () => click(20)))
  const recorded = (await product.recorded()).filter(({ position }) => position > head)
  expect(recorded.length).toBeGreaterThanOrEqual(400)
  for (const watcher of watchers) {
    await waitUntil(() => watcher.events().length >= recorded.length)
    expect(watcher.ids()).toEqual(recorded.map(({ position }) => position))
  }
  // It is sent as soon as it is in the log. The history may receive it a moment later.
  await waitFor(async () => {
    const { body } = await console.get(`/api/admin/events/${recorded.at(-1)?.id}`)
    expect(body).toMatchObject({ event: watchers[0]?.events().at(-1) })
  })
})

test('resumes after the last received event, without gaps or repeats', async () => {
  await click(30)
  const log = await product.recorded()
  const from = log.at(-25)?.position ?? ''
  const resumed = await opened(watch('', { 'last-event-id': from }))
  const after = await opened(watch(`after=${from}`))
  await Promise.all([click(10), click(10)])
  const wanted = (await product.recorded()).filter(({ position }) => position > from)
  for (const watcher of [resumed, after]) {
    await waitUntil(() => watcher.events().length >= wanted.length)
    expect(watcher.ids()).toEqual(wanted.map(({ position }) => position))
  }
})

test('gets only the events that match the filters', async () => {
  const page = `/solo-${crypto.randomUUID()}`
  const watcher = await opened(watch(`type=InteractionTracked&q=${encodeURIComponent(page)}`))
  await click(3)
  await click(2, { page })
  await waitUntil(() => watcher.events().length >= 2)
  expect(watcher.events().map(({ data }) => data.page)).toEqual([page, page])
})

test.each<[string, (signedIn: typeof console) => unknown]>([
  ['the session has ended', signedIn => signedIn.post('/api/admin/logout')],
  ['an hour without use', () => vi.setSystemTime(Date.now() + 3_600_000)],
])('gets nothing a moment after %s', async (_end, end) => {
  const other = await administrator(product)
  await other.get('/api/admin/settings')
  const watcher = await opened(watch('', { token: other.token }))
  onTestFinished(() => void vi.useRealTimers())
  await end(other)
  await waitUntil(() => watcher.isOver())
  const again = watch('', { token: other.token })
  await waitUntil(() => again.status() > 0)
  expect(again.status()).toBe(401)
})

test('is refused above the maximum number', async () => {
  const many = Array.from({ length: 40 }, () => watch('type=PasswordResetUsed'))
  await Promise.all(many.map(opened))
  const oneMore = watch('type=PasswordResetUsed')
  await waitUntil(() => oneMore.status() > 0)
  expect(oneMore.status()).toBe(429)
  for (const one of many) one.leave()
  await waitFor(() => opened(watch('type=PasswordResetUsed')))
})
