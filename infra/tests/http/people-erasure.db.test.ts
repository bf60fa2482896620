import { person, register, settle, submit } from '../support/person.ts'
import { sharedProduct } from '../support/shared.ts'

const { product, console } = await sharedProduct()

type List = { customers: { email: string }[] }

async function emails(query: string): Promise<string[]> {
  const { body } = await console.get(`/api/admin/customers?${query}`)
  return (body as List).customers.map(({ email }) => email)
}
const unknown = { status: 404, body: { message: 'Risorsa non trovata' } }

describe('the erasure of a customer', () => {
  const erase = (id: string, confirmation: string, headers = {}) =>
    console.post(`/api/admin/customers/${id}/erase`, { confirmation }, { headers })

  test('requires the current address or name, and erases nothing without it', async () => {
    const someone = person()
    const visitor = await register(product, someone)
    const id = await product.newestAccount()
    await visitor.put('/api/user/profile', { firstName: 'Maria' })
    for (const wrong of ['x', `Ada ${someone.surname}`, someone.surname, `x${someone.email}`])
      expect((await erase(id, wrong)).status, wrong).toBe(400)
    const none = { status: 400, body: { message: 'Scrivi l’email o il nome per confermare' } }
    expect(await erase(id, '   ')).toMatchObject(none)
    expect(
      (await console.post(`/api/admin/customers/${id}/erase`, { confirmation: someone.email, di: 1 })).status,
    ).toBe(400)
    expect(await emails(`q=${someone.surname}`)).toEqual([someone.email])
    expect((await erase(id, `maria ${someone.surname}`)).status).toBe(200)
    expect((await visitor.get('/api/auth/user')).status).toBe(401)
  })

  test('removes them from every list at once, ends their sessions and frees the address', async () => {
    const someone = person()
    const { visitor, accountId } = await settle(product, someone)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answer = await erase(accountId, someone.email, key)
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    const listed = await console.get(`/api/admin/customers?q=${someone.surname}`)
    expect(listed.body).toEqual({ customers: [], next: null })
    expect(await console.get(`/api/admin/customers/${accountId}`)).toMatchObject(unknown)
    expect((await visitor.get('/api/user/profile')).status).toBe(401)
    await register(product, someone)
    // A double press, and one more.
    expect(await erase(accountId, someone.email, key)).toMatchObject({ status: 200 })
    expect(await erase(accountId, someone.email)).toMatchObject({ status: 200 })
    expect(await emails(`q=${someone.surname}`)).toEqual([someone.email])
    const events = (await product.recorded({ type: 'AccountErased' })).filter(({ stream }) =>
      stream.endsWith(accountId),
    )
    expect(events.map(({ metadata }) => metadata.actor)).toEqual([expect.stringMatching(/^admin:/)])
  })

  test('is separate from another person’s erasure with the same key and words', async () => {
    const someone = person()
    const [first] = await submit(product, someone)
    const [second] = await submit(product, { ...someone, surname: `${someone.surname}b` })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const of = (id: string | undefined) =>
      console.post(`/api/admin/leads/${id}/erase`, { confirmation: someone.email }, { headers })
    expect((await of(first)).status).toBe(200)
    expect((await of(second)).status).toBe(422)
  })
})
