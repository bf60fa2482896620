import { Secret, TOTP, URI } from 'otpauth'
import { type Administrator, admin, administrator, invite } from '../support/administrator.ts'
import { openProduct, password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'

const { product, console, mail } = await sharedProduct()
const signIn = (email: string, more: object = {}) =>
  product.visitor().post('/api/admin/login', { email, password, ...more })
const confirm = ({ post }: Administrator, code: string) => post('/api/admin/me/totp/confirm', { code })
const bearer = (body: unknown) => ({
  headers: { authorization: `Bearer ${(body as { token: string }).token}` },
})
const wrong = { status: 401, body: { message: 'Credenziali non valide' } }

describe('a second factor', () => {
  const stepMs = 30_000

  async function enrol() {
    const someone = await invite(product, { by: console, role: 'analyst' })
    expect((await someone.post('/api/admin/me/totp', { password: 'un’altra' })).status).toBe(400)
    const { uri } = (await someone.post('/api/admin/me/totp', { password })).body as { uri: string }
    expect(uri).toContain('otpauth://totp/')
    const totp = URI.parse(uri) as TOTP
    expect(totp).toMatchObject({ algorithm: 'SHA1', digits: 6, period: 30 })
    /** The code of a step from now on. A step that ends meanwhile is one back, which is accepted too. */
    const code = (steps: 0 | 1) => totp.generate({ timestamp: Date.now() + steps * stepMs })
    const wrongCode = new TOTP({ secret: new Secret() }).generate()
    expect((await signIn(someone.email)).status).toBe(200)
    expect((await confirm(someone, wrongCode)).status).toBe(400)
    const used = code(0)
    const other = bearer((await signIn(someone.email)).body)
    expect((await someone.call('POST', '/api/admin/me/totp/confirm', { code: used }, other)).status).toBe(409)
    const { recoveryCodes } = (await confirm(someone, used)).body as { recoveryCodes: string[] }
    // The session that confirms it is the only one that stays.
    expect((await someone.get('/api/admin/me')).status).toBe(200)
    expect((await someone.get('/api/admin/me', other)).status).toBe(401)
    return { ...someone, code, used, wrongCode, recoveryCodes, secret: totp.secret.base32 }
  }

  test('needs a code after the right password, and accepts each code and recovery code once', async () => {
    const { email, code, wrongCode, recoveryCodes, secret, get } = await enrol()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await signIn(email)).toMatchObject({
      status: 401,
      body: { message: expect.any(String), secondFactor: true },
    })
    const unknown = await signIn(email, { password: 'sbagliata-davvero', code: code(1) })
    expect(unknown).toMatchObject(wrong)
    expect(unknown.body).not.toHaveProperty('secondFactor')
    expect(await signIn(email, { code: wrongCode })).toMatchObject({
      status: 401,
      body: { message: 'Codice non valido', secondFactor: true },
    })
    const now = code(1)
    const both = await Promise.all([signIn(email, { code: now }), signIn(email, { code: now })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const [first = ''] = recoveryCodes
    expect((await signIn(email, { code: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(200)
    expect((await signIn(email, { code: first })).status).toBe(401)
    await console.get('/api/admin/me')
    expect((await get('/api/admin/me/totp')).body).toEqual({ isActive: true, recoveryCodesLeft: 9 })
    const log = JSON.stringify(await product.recorded())
    for (const text of [secret, ...recoveryCodes]) expect(log).not.toContain(text)
    const types = ['AdminTotpEnrolled', 'AdminTotpConfirmed']
    for (const { id } of (await product.recorded()).filter(({ type }) => types.includes(type))) {
      const opened = await console.post(`/api/admin/events/${id}/open`, { reason: 'Una prova' })
      for (const [name, value] of Object.entries((opened.body as { data: object }).data))
        expect(name === 'sessionId' || value === null || typeof value === 'number').toBe(true)
    }
  })

  test('is removed only with the password and an unused code', async () => {
    const { email, call, code, used, wrongCode, recoveryCodes } = await enrol()
    const remove = (sent: object) => call('DELETE', '/api/admin/me/totp', sent)
    expect((await remove({ password, code: wrongCode })).status).toBe(400)
    expect((await remove({ password, code: used })).status).toBe(400)
    expect((await remove({ password: 'un’altra', code: code(1) })).status).toBe(400)
    expect((await call('POST', '/api/admin/me/totp', { password })).status).toBe(409)
    const other = bearer((await signIn(email, { code: recoveryCodes[4] })).body)
    expect((await remove({ password, code: recoveryCodes[3] })).status).toBe(200)
    expect((await call('GET', '/api/admin/me', undefined, other)).status).toBe(401)
    expect((await signIn(email)).status).toBe(200)
    expect((await remove({ password, code: code(1) })).status).toBe(409)
  })

  test('takes no code after 10 wrong ones in an hour or 50 in a day from any browser, but a recovery code, which clears the count', async () => {
    const { id, email, code, wrongCode, recoveryCodes } = await enrol()
    const attempt = async (sent: string) => (await signIn(email, { code: sent })).status
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(wrongCode)))
    expect(answers.toSorted()).toEqual([...Array(10).fill(401), 429, 429])
    const before = (count: number, hours: number) =>
      product.query(
        `update command.wrong_codes set times = array(select now() - make_interval(hours => $3) from generate_series(1, $2))
         where admin_id = $1`,
        [id, count, hours],
      )
    for (const [count, hours] of [
      [10, 0],
      [50, 2],
    ] as const) {
      await before(count, hours)
      expect(await attempt(code(1))).toBe(429)
      expect(await attempt('non-un-codice')).toBe(401)
    }
    expect(await attempt(recoveryCodes[1] ?? '')).toBe(200)
    expect(await attempt(code(1))).toBe(200)
    const failed = () => product.recorded({ type: 'AdminCodeFailed', stream: `admin-${id}` })
    await expect.poll(failed).toHaveLength(1)
    // One letter an hour, however many wrong codes.
    const warned = 'qualcuno ha scritto la tua password giusta'
    const warnings = async () =>
      (await mail.letters()).filter(letter => letter.includes(`To: ${email}`) && letter.includes(warned))
    await expect.poll(warnings).toHaveLength(1)
  })

  test('has ten recovery codes of 128 bits, and a new password needs one or a code too', async () => {
    const { recoveryCodes, post } = await enrol()
    expect(recoveryCodes).toEqual(Array(10).fill(expect.stringMatching(/^(?:[0-9a-f]{8}-){3}[0-9a-f]{8}$/)))
    const change = (more: object) =>
      post('/api/admin/me/password', { current: password, password: 'tutta-un’altra', ...more })
    for (const more of [{}, { code: 'non-un-codice' }])
      expect(await change(more)).toMatchObject({ status: 400, body: { secondFactor: true } })
    expect((await change({ code: recoveryCodes[0] })).status).toBe(200)
  })

  test('counts a wrong code as a failed sign-in, and a missing code as neither failed nor successful', async () => {
    const own = await openProduct({ admin })
    onTestFinished(() => own[Symbol.asyncDispose]())
    const { post } = await administrator(own)
    const { uri } = (await post('/api/admin/me/totp', { password })).body as { uri: string }
    const code = (URI.parse(uri) as TOTP).generate()
    expect((await post('/api/admin/me/totp/confirm', { code })).status).toBe(200)
    const attempt = async (more: object) =>
      (await own.visitor().post('/api/admin/login', { ...admin, ...more })).status
    for (let number = 1; number <= 5; number++) {
      expect(await attempt({ code: 'non-un-codice' })).toBe(401)
      if (number < 5) expect(await attempt({})).toBe(401)
    }
    expect(await attempt({ code: 'non-un-codice' })).toBe(429)
  })
})
