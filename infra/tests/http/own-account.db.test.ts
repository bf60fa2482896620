import { perFile } from '@tba/testing/per-file.ts'
import { admin, invite } from '../support/administrator.ts'
import { openProduct, password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import type { Answer, Visitor } from '../support/visitor.ts'

const { product, console } = await sharedProduct()
const other = 'tutta-un’altra-segreta'
const as = (token: unknown) => ({ headers: { authorization: `Bearer ${token}` } })
const tokenIn = ({ body }: { body: unknown }) => (body as { token: string }).token

type Sessions = { sessions: { id: string; lastUsedAt: string; openedAt: string; current: boolean }[] }

describe('a console account', () => {
  test('changes its own password, which ends its other sessions', async () => {
    const { post, get, email } = await invite(product, { by: console, role: 'analyst' })
    const signIn = (sent: string) => product.visitor().post('/api/admin/login', { email, password: sent })
    const elsewhere = as(tokenIn(await signIn(password)))
    const change = (current: string, chosen: string) =>
      post('/api/admin/me/password', { current, password: chosen })
    expect((await change('sbagliata', other)).status).toBe(400)
    expect((await change(password, password)).status).toBe(400)
    expect((await change(password, 'troppo-cort')).status).toBe(400)
    expect((await get('/api/admin/me', elsewhere)).status).toBe(200)
    expect((await change(password, other)).status).toBe(200)
    expect((await get('/api/admin/me')).status).toBe(200)
    expect((await get('/api/admin/me', elsewhere)).status).toBe(401)
    expect((await signIn(password)).status).toBe(401)
    expect((await signIn(other)).status).toBe(200)
  })

  test('sees its sessions with their browser and last use, and ends one or all others', async () => {
    const { call, post, get, email } = await invite(product, { by: console, role: 'analyst' })
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const opened = async () => {
      const headers = { 'user-agent': agent }
      return as(tokenIn(await product.visitor().post('/api/admin/login', { email, password }, { headers })))
    }
    const sessions = async () => ((await get('/api/admin/me/sessions')).body as Sessions).sessions
    const [first, second] = [await opened(), await opened()]
    const at = { openedAt: expect.any(String), lastUsedAt: expect.any(String), id: expect.any(String) }
    const firefox = { ...at, browser: 'Firefox su Linux', current: false }
    const own = { ...firefox, browser: 'lightMyRequest', current: true }
    await expect.poll(sessions).toEqual([firefox, firefox, own])
    const [, { id } = { id: '' }] = await sessions()
    expect((await console.call('DELETE', `/api/admin/me/sessions/${id}`)).status).toBe(404)
    expect((await call('DELETE', `/api/admin/me/sessions/${id}`)).status).toBe(200)
    expect((await get('/api/admin/me', first)).status).toBe(401)
    expect((await get('/api/admin/me', second)).status).toBe(200)
    expect((await post('/api/admin/me/sessions/end-others')).status).toBe(200)
    expect((await get('/api/admin/me', second)).status).toBe(401)
    expect(await sessions()).toMatchObject([{ current: true }])
  })

  test('of an administrator ends all sessions of a customer, which is recorded', async () => {
    const customer = await product.customer()
    const id = await product.newestAccount()
    expect((await console.call('DELETE', `/api/admin/customers/${id}/sessions`)).status).toBe(200)
    expect((await customer.get('/api/auth/user')).status).toBe(401)
    const { body } = await console.get('/api/admin/audit?what=changed&limit=1')
    const entry = { type: 'SessionsRevoked', stream: `account-${id}`, admin: { email: admin.email } }
    expect(body).toMatchObject({ entries: [entry] })
  })
})

describe('a password that a start prints', () => {
  async function printing() {
    let printed = ''
    const opening = openProduct({
      admin: { email: admin.email },
      onAdminCreated: made => {
        printed = made
      },
    })
    return { own: await perFile(opening), printed }
  }

  test('opens a session in which everything is 403 until another is chosen, and dies after 72 hours', async () => {
    const { own, printed } = await printing()
    const visitor = own.visitor()
    const signIn = (sent: string) => visitor.post('/api/admin/login', { email: admin.email, password: sent })
    const token = as(tokenIn(await signIn(printed)))
    const elsewhere = as(tokenIn(await signIn(printed)))
    for (const [method, path] of [
      ['GET', '/api/admin/me'],
      ['GET', '/api/admin/dashboard'],
      ['GET', '/api/admin/export/events?format=ndjson'],
      ['POST', '/api/admin/settings/ga'],
      ['POST', '/api/admin/me/totp'],
    ] as const) {
      const sent = method === 'POST' ? { measurementId: '', password } : undefined
      const refused = { status: 403, body: { mustChangePassword: true } }
      expect(await visitor.call(method, path, sent, token)).toMatchObject(refused)
    }
    const later = new Date(Date.now() + 72 * 3_600_000)
    vi.useFakeTimers({ now: later, toFake: ['Date'] })
    expect((await signIn(printed)).status).toBe(401)
    vi.useRealTimers()
    const changed = await visitor.post('/api/admin/me/password', { current: printed, password }, token)
    expect(changed.status).toBe(200)
    for (const sent of [token, as(changed.headers['x-token'])])
      expect((await visitor.get('/api/admin/me', sent)).status).toBe(200)
    expect((await visitor.get('/api/admin/me', elsewhere)).status).toBe(401)
    expect((await visitor.get('/api/admin/me', as(tokenIn(await signIn(password))))).status).toBe(200)
  })
})

describe('what fails at a console account', () => {
  const failuresOf = async (id: string) =>
    (await product.recorded())
      .filter(({ stream, type }) => stream === `admin-${id}` && /Failed|Refused/.test(type))
      .map(({ type, data }) => [type, data.further])

  test('is recorded without an address: the first of an hour at once, the others at its end', async () => {
    const { id, email, get } = await invite(product, { by: console, role: 'analyst' })
    const wrong = { email, password: 'sbagliata' }
    const guess = () => product.visitor().post('/api/admin/login', wrong, { address: '198.51.100.77' })
    const counted = async () => {
      const { text } = await product.visitor().get('/metrics')
      return Number(/sign_in_failures_total\{what="AdminSignInFailed"\} (\d+)/.exec(text)?.[1] ?? 0)
    }
    const before = await counted()
    for (let n = 0; n < 4; n++) await guess()
    for (let n = 0; n < 2; n++) expect((await get('/api/admin/settings')).status).toBe(403)
    expect(await counted()).toBeGreaterThanOrEqual(before + 4)
    const table = 'command.console_failures'
    const held = () =>
      product.query(`select failure, count from ${table} where admin_id = $1 order by 1`, [id])
    await expect.poll(held).toEqual([
      { failure: 'AdminCallRefused', count: 2 },
      { failure: 'AdminSignInFailed', count: 4 },
    ])
    // Recorded after it was counted.
    await expect
      .poll(() => failuresOf(id))
      .toEqual([
        ['AdminSignInFailed', null],
        ['AdminCallRefused', null],
      ])
    // The hour is over.
    await product.query(`update ${table} set hour = hour - interval '1 hour' where admin_id = $1`, [id])
    await expect.poll(held).toEqual([])
    expect((await failuresOf(id)).slice(2).toSorted()).toEqual([
      ['AdminCallRefused', 1],
      ['AdminSignInFailed', 3],
    ])
    const { body, text } = await console.get('/api/admin/audit?what=failed&limit=4')
    const summed = { type: 'AdminSignInFailed', further: 3, stream: `admin-${id}` }
    expect((body as { entries: object[] }).entries).toContainEqual(expect.objectContaining(summed))
    expect(text + JSON.stringify(await product.recorded())).not.toContain('198.51.100')
  })
})

describe('a browser is known until the password changes', () => {
  const limited = perFile(openProduct({ admin, limitScale: 0.01 }))

  type Change = (browser: Visitor, token: unknown) => Promise<Answer>
  const ofCustomer: Change = browser =>
    browser.put('/api/user/password', { currentPassword: password, newPassword: other })
  const ofAccount: Change = (browser, token) =>
    browser.post('/api/admin/me/password', { current: password, password: other }, as(token))

  test.each([
    ['of a customer', '/api/login', '198.51.100', 'nota@example.com', ofCustomer],
    ['of a console account', '/api/admin/login', '203.0.113', admin.email, ofAccount],
  ])('%s', async (_whose, path, network, email, change) => {
    const own = await limited
    if (email !== admin.email) await own.customer(email)
    const [old, current] = [own.visitor(), own.visitor()]
    const signIn = (browser: Visitor, sent: string, host: number) =>
      browser.post(path, { email, password: sent }, { address: `${network}.${host}` })
    expect((await signIn(old, password, 1)).status).toBe(200)
    const { body } = await signIn(current, password, 2)
    expect((await change(current, (body as { token?: string }).token)).status).toBe(200)
    // As many as an account may have from unknown browsers in an hour.
    for (const host of [3, 4]) expect((await signIn(own.visitor(), 'sbagliata', host)).status).toBe(401)
    expect((await signIn(current, other, 5)).status).toBe(200)
    expect((await signIn(old, other, 6)).status).toBe(429)
  })
})
