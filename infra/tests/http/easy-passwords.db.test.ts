import { invite } from '../support/administrator.ts'
import { tokenIn } from '../support/mailbox.ts'
import { newcomer, password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import type { Answer } from '../support/visitor.ts'

const { product, console: administrator, mail } = await sharedProduct()
const post = (path: string, body: object) => product.visitor().post(path, body)

/** Every call that sets a password: for a new person with this address, how to choose one. */
const choosing: Record<string, (email: string) => Promise<(chosen: string) => Promise<Answer>>> = {
  'POST /api/register': async email => chosen =>
    post('/api/register', { ...newcomer(email), password: chosen }),
  'PUT /api/user/password': async email => {
    const customer = await product.customer(email)
    return newPassword => customer.put('/api/user/password', { currentPassword: password, newPassword })
  },
  'POST /api/password/reset': async email => {
    await product.customer(email)
    await post('/api/password/forgot', { email })
    const token = tokenIn(await mail.letterTo(email))
    return chosen => post('/api/password/reset', { token, password: chosen })
  },
  'POST /api/admin/invitations/accept': async email => {
    await administrator.post('/api/admin/users', { email, role: 'analyst' })
    const token = tokenIn(await mail.letterTo(email))
    return chosen => post('/api/admin/invitations/accept', { token, password: chosen })
  },
  'POST /api/admin/me/password': async email => {
    const analyst = await invite(product, { by: administrator, role: 'analyst', email })
    return chosen => analyst.post('/api/admin/me/password', { current: password, password: chosen })
  },
}

const name = 'Anna.Verdi'
const refused = [
  ['Administrator', 'Questa password è tra le più usate: scegline un’altra'],
  ['una-ANNAVERDI-vera', 'La password non può contenere il nome del tuo indirizzo e-mail'],
  ['viva listino 2026', 'La password non può contenere il nome del sito'],
] as const

test.each(Object.entries(choosing))('%s refuses a password that is easy to guess', async (call, open) => {
  const email = `${name}+${crypto.randomUUID()}@example.com`
  const choose = await open(email.toLowerCase())
  const path = call.startsWith('PUT') ? 'newPassword' : 'password'
  for (const [chosen, message] of refused)
    expect(await choose(chosen)).toMatchObject({
      status: 400,
      body: { message, issues: [{ path, message }] },
    })
  // The link still works, and the account did not change.
  expect((await choose('quattro-cavalli-blu')).status).toBeLessThan(300)
})

test('a short name is a part of ordinary words, and sign-in takes the passwords of before', async () => {
  const email = `ada+${crypto.randomUUID()}@example.com`
  const customer = { ...newcomer(email), password: 'strada-facendo' }
  expect((await post('/api/register', customer)).status).toBe(201)
  expect(await post('/api/login', { email, password: 'password' })).toMatchObject({ status: 401 })
})

test('every call with a new password is in the list above', async () => {
  const { body } = await product.visitor().get('/api/docs/json')
  type Body = { content?: { 'application/json'?: { schema?: { properties?: Record<string, object> } } } }
  const { paths } = body as { paths: Record<string, Record<string, { requestBody?: Body }>> }
  const setting = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const fields = requestBody?.content?.['application/json']?.schema?.properties ?? {}
      const shortest = ['password', 'newPassword'].map(
        field => Reflect.get(fields[field] ?? {}, 'minLength') ?? 0,
      )
      return Math.max(...shortest) > 1 ? [`${method.toUpperCase()} ${path}`] : []
    }),
  )
  expect(setting.filter(call => call !== 'POST /api/login').sort()).toEqual(Object.keys(choosing).sort())
})
