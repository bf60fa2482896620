import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openProduct, type TestedProduct } from '../support/product.ts'
import { clicked, newVisit } from '../support/tracker.ts'

/** A twentieth: 100 events at once from an address and 10 a second. */
const limitScale = 0.05
const most = 100

let product: TestedProduct

let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`
const clicks = (count: number, visitOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'interaction',
    ...clicked(visitOf(at), { clientId: randomUUID() }),
  }))

async function batch(events: object[], address: string, headers = {}) {
  return product.visitor().post('/api/tracking/batch', { events }, { address, headers })
}

/** How many of the calls were taken, and how many events an address could refill meanwhile. */
async function takenOf(calls: number, call: () => Promise<{ status: number }>) {
  const sinceMs = performance.now()
  let taken = 0
  for (let count = 0; count < calls; count++) if ((await call()).status === 202) taken++
  return { taken, refilled: ((performance.now() - sinceMs) / 1000) * 200 * limitScale }
}

beforeAll(async () => {
  product = await openProduct({ limitScale })
  return () => product[Symbol.asyncDispose]()
})

describe('an address pays', () => {
  test('for every event of a batch, not for the call', async () => {
    const address = newAddress()
    const { taken, refilled } = await takenOf(30, () => batch(clicks(20, newVisitOnce()), address))
    expect(taken).toBeGreaterThan(0)
    expect(taken * 20).toBeLessThanOrEqual(most + refilled)
    const refused = await batch(clicks(50, newVisitOnce()), address)
    expect(refused).toMatchObject({ status: 429 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await batch(clicks(20, newVisitOnce()), newAddress())).status).toBe(202)
  })

  test('for the beginning of every visit, which is an event too', async () => {
    const address = newAddress()
    const { taken, refilled } = await takenOf(15, () => batch(clicks(10, newVisit), address))
    expect(taken).toBeGreaterThan(0)
    expect(taken * 20).toBeLessThanOrEqual(most + refilled)
  })
})

/** All events of a call in one new visit. */
function newVisitOnce() {
  const visit = newVisit()
  return () => visit
}
