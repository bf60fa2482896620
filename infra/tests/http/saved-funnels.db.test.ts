import type { SavedFunnel, SavedFunnelDetail } from '@tba/events/funnels/views.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { administrator } from '../support/administrator.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { ownProduct } from '../support/shared.ts'

const path = '/api/admin/funnels'
const definition = {
  by: 'visit',
  steps: [
    { event: 'InteractionTracked', where: [{ field: 'page', op: 'is', value: '/' }] },
    { event: 'InteractionTracked', where: [{ field: 'page', op: 'is', value: '/prezzi' }] },
  ],
  windowSeconds: 3_600,
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
  breakdown: 'device',
  compareTo: { from: '2020-01-01T00:00:00.000Z', to: '2020-02-01T00:00:00.000Z' },
}
const funnel = { name: 'Dalla home ai prezzi', ...definition }

const { product, console } = await ownProduct({ limitScale: 1_000 })

const save = (body: object = funnel) => console.create(path, body)
const detail = (id: string) => console.read<SavedFunnelDetail>(`${path}/${id}`)
async function visit(...pages: string[]) {
  const visitor = product.visitor()
  const sessionId = `session_${Date.now()}_${crypto.randomUUID()}`
  const headers = { 'x-visit-id': sessionId, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/120' }
  for (const page of pages) {
    const body = { sessionId, clientId: crypto.randomUUID(), eventType: 'page_view', page }
    expect((await visitor.post('/api/tracking/interaction', body, { headers })).status).toBe(202)
  }
}
const countsOf = ({ result }: SavedFunnelDetail) => result.steps.map(({ count }) => count)

test('a saved funnel is counted at once, follows the log, and equals a run at its position', async () => {
  await visit('/', '/prezzi')
  await visit('/')
  const id = await save()
  expect(countsOf(await detail(id))).toEqual([2, 1])
  await visit('/', '/prezzi')
  const now = await detail(id)
  expect(countsOf(now)).toEqual([3, 2])
  expect(now).toMatchObject({ id, name: funnel.name, definition })
  const run = await console.post(`${path}/run`, { ...definition, asOf: now.result.position })
  expect(run.body).toEqual(now.result)
})

test('a saved funnel is listed, renamed and changed for every administrator, and counts the new definition', async () => {
  const id = await save({ ...funnel, name: 'Prima' })
  const { steps, ...rest } = definition
  const change = (body: object) => console.call('PUT', `${path}/${id}`, body)
  expect((await change({ ...funnel, name: 'Seconda' })).body).toEqual({ ok: true, revision: 1 })
  expect((await change({ name: 'Terza', ...rest, steps: steps.toReversed() })).status).toBe(200)
  const other = await administrator(product)
  const list = (await other.get(path)).body as { funnels: SavedFunnel[] }
  expect(list.funnels[0]).toMatchObject({ id, name: 'Terza', definition: { steps: steps.toReversed() } })
  expect(countsOf(await detail(id))).toEqual([2, 0])
  const recorded = await product.recorded({ stream: `funnel-${id}` })
  expect(recorded.map(({ type }) => type)).toEqual(['FunnelSaved', 'FunnelChanged', 'FunnelChanged'])
})

test('a saved funnel is gone after it is deleted', async () => {
  const id = await save()
  expect((await console.call('DELETE', `${path}/${id}`)).status).toBe(200)
  const deleted = { status: 404, body: { message: 'Il funnel è già stato eliminato' } }
  expect(await console.call('DELETE', `${path}/${id}`)).toMatchObject(deleted)
  expect(await console.get(`${path}/${id}`)).toMatchObject({ status: 404 })
  expect(await console.get(`${path}/${crypto.randomUUID()}`)).toMatchObject({
    status: 404,
    body: { message: 'Funnel non trovato' },
  })
})

test('a saved funnel with a position of an older log is counted up to now', async () => {
  const [{ position: here } = { position: '' }] = (await product.recorded()).slice(-1)
  const asOf = here.replace(/^./, first => (first === '0' ? '1' : '0'))
  const saved = await save()
  // As if the log was restored since then.
  const change = storedEvent('FunnelChanged', { name: funnel.name, definition: { ...definition, asOf } })
  await product.store.append(`funnel-${saved}`, [change], 'any')
  const { name, result } = await waitFor(async () => {
    const now = await detail(saved)
    expect(now.definition.asOf).toBe(asOf)
    return now
  })
  expect(name).toBe(funnel.name)
  expect(result.position).toEqual(expect.any(String))
  // The change moves it to another position, or removes the position.
  expect((await console.call('PUT', `${path}/${saved}`, funnel)).status).toBe(200)
})
