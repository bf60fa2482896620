import { expect, test } from 'vitest'
import { sharedProduct } from '../support/shared.ts'

const { product, console } = await sharedProduct()

const lead = { name: 'Anna Bianchi', email: 'Anna@Example.com', plan: 'starter', deposit: '500' }
const submit = (body: object, options = {}) => product.visitor().post('/api/leads', body, options)
const leadOf = async (id: unknown) => {
  await console.get('/api/admin/dashboard')
  return (await product.query('select * from read.leads where id = $1', [id]))[0]
}
const idIn = ({ body }: { body: unknown }) => (body as { id: string }).id

test('a lead is answered with its id, and stored with the deposit as text', async () => {
  const submitted = await submit({ ...lead, phone: '+39 333 1', message: 'Richiamatemi' })
  expect(submitted).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
  expect(await leadOf(idIn(submitted))).toMatchObject({
    name: 'Anna Bianchi',
    email: 'Anna@Example.com',
    phone: '+39 333 1',
    plan: 'starter',
    deposit: '500',
    message: 'Richiamatemi',
    visitId: null,
  })
})

test.each([
  [{ email: 'no' }, 'Inserisci un indirizzo email valido'],
  [{ name: 'A' }, 'Il nome deve contenere almeno 2 caratteri'],
  [{ plan: 'gold' }, 'Piano non valido'],
  [{ deposit: '501' }, 'Deposito non valido'],
  [{ deposit: 500 }, 'Deposito non valido'],
  [{ deposit: '1000' }, 'Il deposito non corrisponde al piano scelto'],
])('%j is refused', async (wrong, message) => {
  expect(await submit({ ...lead, ...wrong })).toMatchObject({ status: 400, body: { message } })
})

test('a lead names its visit with consent, and no visit without', async () => {
  const headers = { 'x-visit-id': 'session_lead' }
  const tied = await submit(lead, { headers: { ...headers, cookie: 'consent=all' } })
  expect(await leadOf(idIn(tied))).toMatchObject({ visitId: 'session_lead' })
  for (const refusing of [headers, { ...headers, cookie: 'consent=none' }]) {
    expect(await leadOf(idIn(await submit(lead, { headers: refusing })))).toMatchObject({ visitId: null })
  }
  const malformed = { 'x-visit-id': 'not a visit', cookie: 'consent=all' }
  expect(await leadOf(idIn(await submit(lead, { headers: malformed })))).toMatchObject({ visitId: null })
})
