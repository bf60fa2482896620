import type { PersonRow } from '@tba/events/people/views.ts'
import { tokenIn } from '../support/mailbox.ts'
import { type Person, person, register, submit } from '../support/person.ts'
import { password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import { existingKeys } from '../support/traces.ts'
import type { Visitor } from '../support/visitor.ts'

const { product, console, mail } = await sharedProduct()

/** Somebody who filled in both forms, then registered. */
async function known() {
  const someone = person()
  const requests = await submit(product, someone)
  const visitor = await register(product, someone)
  await console.get('/api/admin/people')
  return { someone, requests, visitor }
}

const askFor = async (visitor: Visitor, { email }: Person) => {
  for (const _ of ['first', 'at once again'])
    expect((await visitor.post('/api/user/address-proof')).status).toBe(202)
  return tokenIn(await mail.letterTo(email))
}
const confirm = async (visitor: Visitor, token: string) =>
  (await visitor.post('/api/user/address-proof/confirm', { token })).status
const requestsIn = async (visitor: Visitor) => {
  const { leads = [], questionnaires = [] } = (await visitor.get('/api/user/data')).body as {
    leads?: { email: string }[]
    questionnaires?: { email: string }[]
  }
  return [...leads, ...questionnaires].map(({ email }) => email.toLowerCase())
}

test('the customer’s file and erasure hold what the address sent once a letter to it is answered', async () => {
  const { someone, requests, visitor } = await known()
  expect(await requestsIn(visitor)).toEqual([])
  const token = await askFor(visitor, someone)
  expect(await requestsIn(visitor)).toEqual([])
  for (const _ of ['first', 'a second press']) expect(await confirm(visitor, token)).toBe(200)
  await console.get('/api/admin/people')
  expect(await requestsIn(visitor)).toEqual([someone.email, someone.email])

  const accountId = await product.newestAccount()
  expect((await visitor.post('/api/user/erasure', { password })).status).toBe(200)
  await expect.poll(() => existingKeys(product, [...requests, accountId])).toEqual([])
  const { people } = await console.read<{ people: PersonRow[] }>(`/api/admin/people?q=${someone.email}`)
  expect(people).toEqual([])
})

test('the link proves nothing for another account, forged or without its session', async () => {
  const [one, other] = [await known(), await known()]
  const token = await askFor(one.visitor, one.someone)
  const [holder, , signature] = token.split('.')
  const [, itsProof] = (await askFor(other.visitor, other.someone)).split('.')
  for (const [who, given, status] of [
    [other.visitor, token, 400],
    [one.visitor, `${holder}.${itsProof}.${signature}`, 400],
    [one.visitor, 'inventato', 400],
    [product.visitor(), token, 401],
  ] as const)
    expect(await confirm(who, given)).toBe(status)
  for (const { visitor } of [one, other]) expect(await requestsIn(visitor)).toEqual([])
})

test('an administrator who erases a proved account alone leaves the requests', async () => {
  const { someone, requests, visitor } = await known()
  expect(await confirm(visitor, await askFor(visitor, someone))).toBe(200)
  const accountId = await product.newestAccount()
  const erased = await console.post(`/api/admin/customers/${accountId}/erase`, {
    confirmation: someone.email,
  })
  expect(erased.status).toBe(200)
  await expect.poll(() => existingKeys(product, [accountId])).toEqual([])
  const left = (await existingKeys(product, requests)).map(({ person }) => String(person))
  expect(left.toSorted()).toEqual(requests.toSorted())
})
