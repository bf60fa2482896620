import { person, submit } from '../support/person.ts'
import { sharedProduct } from '../support/shared.ts'
import { keysAreGone, storedAnswers, tracesOf } from '../support/traces.ts'

const { product, mail, console } = await sharedProduct()

describe('an administrator who erases a person', () => {
  test('erases submissions of an address that was never a customer’s', async () => {
    const someone = person()
    const keys = await submit(product, someone)
    const answer = await console.post('/api/admin/erasures', { email: someone.email.toUpperCase() })
    expect(answer).toMatchObject({ status: 202, body: { ok: true } })
    await keysAreGone(product, keys)
    expect(await tracesOf(product, someone, mail)).toEqual([])
    expect(await storedAnswers(product, keys)).toEqual([])
  })

  test('gets the same answer for an unknown address', async () => {
    const key = { headers: { 'idempotency-key': 'sconosciuta' } }
    for (const _ of ['first', 'again']) {
      const answer = await console.post('/api/admin/erasures', { email: 'sconosciuta@example.com' }, key)
      expect(answer).toMatchObject({ status: 202, body: { ok: true } })
    }
    const other = await console.post('/api/admin/erasures', { email: 'altra@example.com' }, key)
    expect(other.status).toBe(422)
  })
})
