import { perFile } from '@tba/testing/per-file.ts'
import { openProduct } from '../support/product.ts'
import { clicked, newVisit } from '../support/tracker.ts'

/** A twentieth of the limit: 100 events in a visit. */
const limitScale = 0.05
const maxEvents = 100

const product = await perFile(openProduct({ limitScale }))

let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`
const clicks = (count: number, visitOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'interaction',
    ...clicked(visitOf(at), { clientId: crypto.randomUUID() }),
  }))
const batch = (events: object[], address: string, headers = {}) =>
  product.visitor().post('/api/tracking/batch', { events }, { address, headers })
const single = (sessionId: string, address: string) =>
  product.visitor().post('/api/tracking/interaction', clicked(sessionId), { address })

describe('a visit with its maximum of events', () => {
  const full = newVisit()
  const sentence = 'Questa visita ha già il numero massimo di eventi'

  test('refuses more events from any address, with an answer that clients do not retry', async () => {
    for (let count = 0; count < 4; count++)
      await batch(
        clicks(30, () => full),
        newAddress(),
      )
    const events = await product.recorded({ stream: `visit-${full}` })
    expect(events.length).toBeGreaterThan(maxEvents - 30)
    expect(events.length).toBeLessThanOrEqual(maxEvents)
    expect(
      await batch(
        clicks(30, () => full),
        newAddress(),
      ),
    ).toMatchObject({ status: 400, body: { message: sentence } })
    let filled = 0
    while ((await single(full, newAddress())).status === 202) filled++
    expect(filled).toBe(maxEvents - events.length)
    expect(await single(full, newAddress())).toMatchObject({ status: 400, body: { message: sentence } })
  })

  test('does not block other visits: a batch answers how many were accepted, and a repeat the same', async () => {
    const [address, other] = [newAddress(), newVisit()]
    const events = clicks(10, at => (at < 4 ? full : other))
    for (const _ of ['first', 'again']) {
      expect(await batch(events, address)).toMatchObject({ status: 202, body: { accepted: 6 } })
    }
    expect(await product.recorded({ stream: `visit-${other}` })).toHaveLength(7)
  })

  test('still records its visitor’s choice of consent', async () => {
    const headers = { 'x-visit-id': full }
    const { status } = await product.visitor().post('/api/consent', { choice: 'none' }, { headers })
    expect(status).toBe(200)
    const events = await product.recorded({ stream: `visit-${full}` })
    expect(events.at(-1)).toMatchObject({ type: 'ConsentChosen', data: { choice: 'none' } })
  })
})
