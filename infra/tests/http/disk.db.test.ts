import { randomUUID } from 'node:crypto'
import { type Room, watchDisk } from '@tba/runtime/disk.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProduct, type TestedProduct } from '../support/product.ts'
import { clicked, measured, newVisit } from '../support/tracker.ts'

const room: Room = { freeBytes: 1e9, totalBytes: 100e9 }
const warnings: string[] = []
const logger = { warn: (_: object, message: string) => void warnings.push(message) }

let product: TestedProduct
beforeAll(async () => {
  const disk = await watchDisk({ read: async () => [room], logger, checkEveryMs: 0 })
  product = await openProduct({ disk })
})
afterAll(() => product[Symbol.asyncDispose]())

const event = { kind: 'interaction', ...clicked(newVisit(), { clientId: randomUUID() }) }
const calls: [string, object][] = [
  ['/api/tracking/interaction', clicked(newVisit())],
  ['/api/tracking/analytics', measured(newVisit())],
  ['/api/tracking/batch', { events: [event] }],
]

test('on a disk that is nearly full nothing is tracked, and customers go on as ever', async () => {
  for (const [path, body] of calls) {
    const { status, headers, body: said } = await product.visitor().post(path, body)
    expect({ status, said }).toEqual({
      status: 503,
      said: { message: 'Il tracciamento è momentaneamente sospeso. Riprova più tardi.' },
    })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  const customer = await product.customer()
  expect((await customer.post('/api/user/progress', { plan: 'elite', deposit: 3000 })).status).toBe(201)
  expect((await customer.get('/api/user/progress')).status).toBe(200)
  expect(await product.visitor().get('/readyz')).toMatchObject({ status: 200, body: { disk: 'low' } })
  expect(warnings).toEqual(['the disk is nearly full: tracking is refused'])
})

test('with room again it is tracked again', async () => {
  room.freeBytes = 50e9
  const [path, body] = calls[0] as [string, object]
  await expect.poll(async () => (await product.visitor().post(path, body)).status).toBe(202)
  expect(await product.visitor().get('/readyz')).toMatchObject({ status: 200, body: { disk: 'ok' } })
})
