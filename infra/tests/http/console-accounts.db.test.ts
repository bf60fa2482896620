import { randomUUID } from 'node:crypto'
import { Secret, TOTP, URI } from 'otpauth'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Administrator, admin, administrator, invite } from '../support/administrator.ts'
import { tokenIn } from '../support/mailbox.ts'
import { person, submit } from '../support/person.ts'
import { openProduct, password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import type { Answer } from '../support/visitor.ts'

const { product, console, mail } = await sharedProduct()
const analyst = await invite(product, { by: console, role: 'analyst' })
const newAddress = () => `console-${randomUUID()}@example.com`
const accept = (token: string, chosen = password) =>
  product.visitor().post('/api/admin/invitations/accept', { token, password: chosen })
const signIn = (email: string, more: object = {}) =>
  product.visitor().post('/api/admin/login', { email, password, ...more })
const patch = (who: Administrator, id: string, role: string) =>
  who.call('PATCH', `/api/admin/users/${id}`, { role })
const end = (who: Administrator, id: string) => who.call('DELETE', `/api/admin/users/${id}`)
const unusable = {
  status: 400,
  body: { message: 'Il link non è valido o è scaduto. Chiedi un nuovo invito a un amministratore.' },
}
const wrong = { status: 401, body: { message: 'Credenziali non valide' } }
const last = { status: 409, body: { message: 'Deve restare almeno un amministratore' } }

async function find(email: string) {
  type Page = { users: { email: string; state: string }[]; next: string | null }
  let next: string | null = ''
  while (next !== null) {
    const answer: Answer = await console.get(`/api/admin/users?limit=50${next && `&cursor=${next}`}`)
    const page = answer.body as Page
    const found = page.users.find(user => user.email === email)
    if (found) return found
    next = page.next
  }
  return null
}

describe('an invited person', () => {
  test('gets a letter with a link that sets a password and opens a session, once', async () => {
    const email = newAddress()
    const answer = await console.post('/api/admin/users', { email: email.toUpperCase(), role: 'analyst' })
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } })
    const { id } = answer.body as { id: string }
    expect(await find(email)).toEqual({ id, email, role: 'analyst', state: 'invited', lastSignInAt: null })
    expect(await signIn(email)).toMatchObject(wrong)

    const token = tokenIn(await mail.letterTo(email))
    expect(await accept(token, 'undici-caratteri'.slice(0, 11))).toMatchObject({
      status: 400,
      body: { message: 'La password deve contenere almeno 12 caratteri' },
    })
    for (const forged of ['inventato', `${token}x`, token.replace(id, analyst.id)])
      expect(await accept(forged)).toMatchObject(unusable)
    const accepted = await accept(token)
    expect(accepted).toMatchObject({ status: 200, body: { id, role: 'analyst' } })
    const headers = { authorization: `Bearer ${accepted.headers['x-token']}` }
    const me = await console.get('/api/admin/me', { headers })
    expect(me).toMatchObject({
      status: 200,
      body: { id, email, role: 'analyst', permissions: ['read', 'analyse'] },
    })
    expect(await accept(token)).toMatchObject(unusable)
    expect((await signIn(email)).status).toBe(200)
    const known = await console.post('/api/admin/users', { email, role: 'administrator' })
    expect(known.status).toBe(409)
    expect(JSON.stringify(await product.recorded())).not.toContain(token)
  })
})

test('a new role, or the end of the account, ends its sessions at once, on both sides', async () => {
  const bruno = await invite(product, { by: console, role: 'administrator' })
  expect((await bruno.post('/api/admin/settings/ga', { measurementId: '' })).status).toBe(200)
  expect((await patch(console, bruno.id, 'analyst')).status).toBe(200)
  for (const path of ['/api/admin/me', '/api/admin/dashboard'])
    expect(await bruno.get(path), path).toMatchObject({ status: 401, body: { newRole: 'analyst' } })
  expect((await bruno.post('/api/admin/settings/ga', { measurementId: '' })).status).toBe(401)

  const { token } = (await signIn(bruno.email)).body as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const now = (path: string) => bruno.get(path, { headers })
  expect((await now('/api/admin/me')).body).toMatchObject({ role: 'analyst' })
  expect((await now('/api/admin/settings')).status).toBe(403)
  expect((await end(console, bruno.id)).status).toBe(200)
  expect((await now('/api/admin/me')).status).toBe(401)
  expect(await signIn(bruno.email)).toMatchObject(wrong)
  expect((await patch(console, bruno.id, 'analyst')).status).toBe(404)
  const { body } = await console.get('/api/admin/audit?what=changed&limit=3')
  expect(body).toMatchObject({
    entries: [{ type: 'AdminEnded', target: `admin-${bruno.id}`, admin: { email: admin.email } }, {}, {}],
  })
})

test('if the last two administrators end each other at once, one stays and cannot be ended', async () => {
  const own = await openProduct({ admin })
  onTestFinished(() => own[Symbol.asyncDispose]())
  const anna = await administrator(own)
  const { id } = (await anna.get('/api/admin/me')).body as { id: string }
  expect(await end(anna, id)).toMatchObject(last)
  expect(await patch(anna, id, 'analyst')).toMatchObject(last)
  const bruno = await invite(own, { by: anna, role: 'administrator' })
  const answers = await Promise.all([end(anna, bruno.id), end(bruno, id)])
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(200)
  expect([401, 409]).toContain(statuses[1])
  const left = answers[0]?.status === 200 ? anna : bruno
  expect(await end(left, left === anna ? id : bruno.id)).toMatchObject(last)
})

describe('an analyst', () => {
  test('sees no names, cannot search persons, and cannot export leads or questionnaires', async () => {
    const someone = person()
    const [lead, questionnaire] = await submit(product, someone)
    await console.get('/api/admin/leads')
    for (const path of ['leads', 'questionnaires', 'customers', `leads/${lead}`, 'dashboard']) {
      const answer = await analyst.get(`/api/admin/${path}`)
      expect(answer.status, path).toBe(200)
      expect(answer.text, path).not.toMatch(new RegExp(`${someone.surname}|${someone.email}`, 'i'))
      if (path.startsWith('leads')) expect(answer.text).toContain('•••')
    }
    const looks = await product.recorded({ type: 'PersonsListed' })
    expect(looks.filter(({ metadata }) => metadata.actor === `admin:${analyst.id}`)).toEqual([])
    const refused = (sentence: string) => ({
      status: 403,
      body: { message: `Solo un amministratore può ${sentence}` },
    })
    for (const kind of ['customers', 'leads', 'questionnaires'])
      expect(await analyst.get(`/api/admin/${kind}?q=${someone.surname}`)).toMatchObject(
        refused('cercare le persone e leggerne i dati'),
      )
    const downloads = refused('scaricare contatti e questionari')
    for (const path of [`questionnaires/${questionnaire}/export`, 'export/questionnaires'])
      expect(await analyst.get(`/api/admin/${path}`)).toMatchObject(downloads)
    expect(await analyst.post('/api/admin/export/questionnaires/link')).toMatchObject(downloads)
  })

  test('exports events and analytics without customer numbers', async () => {
    const customer = await product.customer()
    customer.cookies.set('consent', 'all')
    const sessionId = `visita-${randomUUID()}`
    await customer.post('/api/tracking/analytics', { sessionId, eventName: 'con-numero', page: '/' })
    await console.get('/api/admin/dashboard')
    const download = async (who: Administrator, path: string) =>
      (await who.get(`/api/admin/export/${path}`)).text
    for (const path of [
      `events?format=ndjson&visit=${sessionId}`,
      `events?format=csv&visit=${sessionId}`,
      'analytics',
    ]) {
      expect(await download(console, path), path).toContain('userId')
      const text = await download(analyst, path)
      expect(text, path).toContain('con-numero')
      expect(text, path).not.toContain('userId')
    }
    const { body } = await analyst.post('/api/admin/export/events/link')
    const { url } = body as { url: string }
    const linked = await product.visitor().get(`${url}&format=ndjson&visit=${sessionId}`)
    expect(linked.text).toContain('con-numero')
    expect(linked.text).not.toContain('userId')
  })
})

describe('a second factor', () => {
  const stepMs = 30_000

  async function enrol() {
    const someone = await invite(product, { by: console, role: 'analyst' })
    expect((await someone.post('/api/admin/me/totp', { password: 'un’altra' })).status).toBe(400)
    const { uri } = (await someone.post('/api/admin/me/totp', { password })).body as { uri: string }
    expect(uri).toContain('otpauth://totp/')
    const totp = URI.parse(uri) as TOTP
    expect(totp).toMatchObject({ algorithm: 'SHA1', digits: 6, period: 30 })
    /** The code of this many steps from now. */
    const code = (steps = 0) => totp.generate({ timestamp: Date.now() + steps * stepMs })
    const wrongCode = new TOTP({ secret: new Secret() }).generate()
    expect((await signIn(someone.email)).status).toBe(200)
    expect((await someone.post('/api/admin/me/totp/confirm', { code: wrongCode })).status).toBe(400)
    const { recoveryCodes } = (await someone.post('/api/admin/me/totp/confirm', { code: code(-1) })).body as {
      recoveryCodes: string[]
    }
    return { ...someone, code, wrongCode, recoveryCodes, secret: totp.secret.base32 }
  }

  test('needs a code after the right password, and accepts each code and recovery code once', async () => {
    const { email, code, wrongCode, recoveryCodes, secret, get } = await enrol()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await signIn(email)).toMatchObject({
      status: 401,
      body: { message: expect.any(String), secondFactor: true },
    })
    const unknown = await signIn(email, { password: 'sbagliata-davvero', code: code() })
    expect(unknown).toMatchObject(wrong)
    expect(unknown.body).not.toHaveProperty('secondFactor')
    expect(await signIn(email, { code: wrongCode })).toMatchObject({
      status: 401,
      body: { message: 'Codice non valido', secondFactor: true },
    })
    const now = code()
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
      for (const value of Object.values((opened.body as { data: object }).data))
        expect(value === null || typeof value === 'number').toBe(true)
    }
  })

  test('is removed only with the password and an unused code', async () => {
    const { email, call, code, wrongCode, recoveryCodes } = await enrol()
    const remove = (sent: object) => call('DELETE', '/api/admin/me/totp', sent)
    expect((await remove({ password, code: wrongCode })).status).toBe(400)
    expect((await remove({ password, code: code(-1) })).status).toBe(400)
    expect((await remove({ password: 'un’altra', code: code() })).status).toBe(400)
    expect((await call('POST', '/api/admin/me/totp', { password })).status).toBe(409)
    expect((await remove({ password, code: recoveryCodes[3] })).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
    expect((await remove({ password, code: code() })).status).toBe(409)
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
