import { type Administrator, administrator, invite } from '../tests/support/administrator.ts'
import { expireSession } from '../tests/support/expire-session.ts'
import { routesOf } from '../tests/support/routes.ts'
import { sharedProduct } from '../tests/support/shared.ts'
import { badTokens, claimsOf } from '../tests/support/tokens.ts'
import type { Answer, Visitor } from '../tests/support/visitor.ts'
import { type Access, calls, urlOf } from './matrix.ts'

type Headers = Record<string, string>

const { product, console } = await sharedProduct()

/** The credentials of refused callers, by the kind of call. */
const refused: Record<'customer' | 'administrator', Record<string, Headers>> = {
  customer: {},
  administrator: {},
}
const cookieOf = (visitor: Visitor): Headers => ({ cookie: `session=${visitor.cookies.get('session')}` })
const bearing = (token: string): Headers => ({ authorization: `Bearer ${token}` })

beforeAll(async () => {
  const { jwt } = product.secrets
  const customer = await product.customer()
  const held = customer.cookies.get('session') ?? ''
  const { sub } = claimsOf(oneCustomer.cookies.get('session') ?? '')
  for (const [kind, token] of Object.entries(badTokens(held, jwt, { sub })))
    refused.customer[`a token ${kind}`] = { cookie: `session=${token}` }
  const { id } = await invite(product, { by: console, role: 'administrator' })
  // Opened later than the other account: else that would be why it is refused.
  const { token: newest } = await administrator(product)
  for (const [kind, token] of Object.entries(badTokens(newest, jwt, { sub: id })))
    refused.administrator[`a token ${kind}`] = bearing(token)

  refused.customer.nobody = {}
  refused.customer['an administrator'] = bearing(console.token)
  refused.customer['an administrator’s token as a cookie'] = { cookie: `session=${console.token}` }
  refused.administrator.nobody = {}
  refused.administrator['a name and a password'] = { authorization: `Basic ${btoa('admin:admin')}` }
  refused.administrator['a customer’s token as a bearer'] = bearing(held)

  const cookie = await linkCookie(console)
  const token = cookie.replace('report=', '')
  refused.customer['a reader of a report'] = refused.administrator['a reader of a report'] = { cookie }
  refused.customer['a reader’s token as a session'] = { cookie: `session=${token}` }
  refused.administrator['a reader’s token as a bearer'] = bearing(token)

  const leaving = await product.customer()
  const ended = cookieOf(leaving)
  const left = await leaving.post('/api/logout')
  refused.customer['a session that was ended'] = { ...ended, 'x-after': String(left.headers['x-position']) }
  const signedOut = await administrator(product)
  const out = await signedOut.post('/api/admin/logout')
  refused.administrator['a session that was ended'] = {
    ...bearing(signedOut.token),
    'x-after': String(out.headers['x-position']),
  }
})

/** Of somebody who opened the link of a report. */
async function linkCookie({ create, post }: Administrator): Promise<string> {
  const part = { kind: 'overview', definition: { period: 'lastWeek' } }
  const id = await create('/api/admin/reports', { title: 'Per chi ha il link', parts: [part] })
  const { body } = await post(`/api/admin/reports/${id}/links`, {})
  const reader = product.visitor()
  const token = (body as { url: string }).url.split('#')[1]
  expect((await reader.post('/api/reports/open', { token })).status).toBe(200)
  expect((await reader.get('/api/reports/current')).status).toBe(200)
  return `report=${reader.cookies.get('report')}`
}

/** After these calls the caller is signed out or erased, or has a plan, and others would be refused. */
const changesThem = /logout|erasure$|POST .*progress$/
const analyst = await invite(product, { by: console, role: 'analyst' })
const analystFor = async (name: string): Promise<Administrator> =>
  changesThem.test(name) ? invite(product, { by: console, role: 'analyst' }) : analyst

/** Most calls share a caller: hashing a password takes longer than the call. */
const oneCustomer = await product.customer()
const customerFor = async (name: string) => (changesThem.test(name) ? product.customer() : oneCustomer)
const administratorFor = async (name: string): Promise<Administrator> =>
  changesThem.test(name) ? administrator(product) : console

type Document = { paths: Record<string, Record<string, { parameters?: { name: string }[] }>> }

const refusal = (status: number, message: string) => ({ status, body: { message } })
const stranger = refusal(401, 'Accesso richiesto')
const document = (await product.visitor().get('/api/docs/json')).body as Document

/** Calls it as an allowed caller would. */
function ask(name: string, who: Pick<Visitor, 'call'>, headers: Headers = {}): Promise<Answer> {
  const [method = ''] = name.split(' ')
  return who.call(method as 'GET', urlOf(name), calls[name]?.body?.(), { headers })
}

const of = (access: Access) => Object.keys(calls).filter(name => calls[name]?.access === access)

/** Callers whose token is valid, but whose session or account is not. */
const wellSigned = /ended|never was|another account/

test('the table names every call that the product answers, and no other', () => {
  const registered = routesOf(product.app).map(({ method, url }) => `${method} ${url}`)
  expect(registered.sort()).toEqual(Object.keys(calls).sort())
})

describe('a call for customers', () => {
  test.each(of('customer'))('%s succeeds only for a customer', async name => {
    for (const [who, headers] of Object.entries(refused.customer))
      expect(await ask(name, product.visitor(), headers), who).toMatchObject(stranger)
    expect((await ask(name, await customerFor(name))).status).toBe(calls[name]?.status)
  })
})

describe('an expired session with a token that is still valid', () => {
  let late: Visitor
  beforeAll(async () => {
    late = await product.customer()
    expect((await late.get('/api/auth/user')).status).toBe(200)
    const { sid } = claimsOf(late.cookies.get('session') ?? '')
    return expireSession(product, String(sid))
  })

  test.each(of('customer').filter(name => name.startsWith('GET')))('%s reads nothing', async name =>
    expect(await ask(name, late)).toMatchObject(stranger),
  )
})

describe('a call of the console', () => {
  test.each([...of('console'), ...of('administrator')])(
    '%s succeeds only for roles with its permission',
    async name => {
      for (const [who, headers] of Object.entries(refused.administrator)) {
        if (calls[name]?.evenEnded && wellSigned.test(who)) continue
        expect(await ask(name, product.visitor(), headers), who).toMatchObject(stranger)
      }
      const forAdministrators = refusal(403, 'Area riservata agli amministratori')
      expect(await ask(name, oneCustomer)).toMatchObject(forAdministrators)
      const answer = await ask(name, await analystFor(name))
      if (calls[name]?.access === 'console') expect(answer.status).toBe(calls[name]?.status)
      else expect(answer).toMatchObject(refusal(403, expect.stringMatching(/^Solo un amministratore può /)))
      expect((await ask(name, await administratorFor(name))).status).toBe(calls[name]?.status)
    },
  )
})

describe('a call for anybody', () => {
  test.each(of('anybody'))('%s needs no sign-in and ignores a bad token', async name => {
    const everybody = { ...refused.customer, ...refused.administrator }
    // Some of them count failed sign-ins. A few kinds of callers are enough.
    const some = ['nobody', 'a token expired', 'a session that was ended', 'a token that is no token']
    for (const who of some)
      expect((await ask(name, product.visitor(), everybody[who])).status, who).toBe(calls[name]?.status)
  })
})

test('a customer cannot end another customer’s session', async () => {
  const [anna, other] = [await product.customer(), await product.customer()]
  const { sid } = claimsOf(anna.cookies.get('session') ?? '')
  const ending = await other.delete(`/api/user/sessions/${sid}`)
  expect(ending).toMatchObject(refusal(404, 'Sessione non trovata'))
  expect((await anna.put('/api/user/profile', { bio: 'Sempre qui' })).status).toBe(200)
  expect((await anna.delete(`/api/user/sessions/${sid}`)).status).toBe(200)
  expect((await anna.put('/api/user/profile', { bio: 'Fuori' })).status).toBe(401)
})

describe('an Idempotency-Key', () => {
  test.each(Object.keys(calls).filter(name => !name.startsWith('GET')))(
    '%s uses it if the API’s page says so, and ignores it otherwise',
    async name => {
      const [method = '', route = ''] = name.split(' ')
      const documented = document.paths[route.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const takesKey = documented?.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false

      const access = calls[name]?.access
      const who =
        access === 'administrator' || access === 'console'
          ? await administratorFor(name)
          : await customerFor(name)
      const { body } = await ask(name, who, { 'idempotency-key': 'non è una chiave' })
      const isLookedAt = (body as { message?: string }).message === 'Idempotency-Key non valida'
      expect(isLookedAt).toBe(takesKey)
    },
  )
})
