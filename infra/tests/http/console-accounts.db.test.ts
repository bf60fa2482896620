import { type Administrator, admin, administrator, invite } from '../support/administrator.ts'
import { tokenIn } from '../support/mailbox.ts'
import { person, submit } from '../support/person.ts'
import { openProduct, password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import { type Answer, refusal } from '../support/visitor.ts'

const { product, console, mail } = await sharedProduct()
const analyst = await invite(product, { by: console, role: 'analyst' })
const newAddress = () => `console-${crypto.randomUUID()}@example.com`
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

test('an invited person gets a letter with a link that sets a password and opens a session, once', async () => {
  const email = newAddress()
  const answer = await console.post('/api/admin/users', { email: email.toUpperCase(), role: 'analyst' })
  expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  const { id } = answer.body as { id: string }
  expect(await find(email)).toEqual({ id, email, role: 'analyst', state: 'invited', lastSignInAt: null })
  expect(await signIn(email)).toMatchObject(wrong)

  const token = tokenIn(await mail.letterTo(email))
  expect(await accept(token, 'undici-caratteri'.slice(0, 11))).toMatchObject(
    refusal(400, 'La password deve contenere almeno 12 caratteri'),
  )
  for (const forged of ['inventato', `${token}x`, token.replace(id, analyst.id)])
    expect(await accept(forged)).toMatchObject(unusable)
  const accepted = await accept(token)
  expect(accepted).toMatchObject({ status: 200, body: { id, role: 'analyst' } })
  const headers = { authorization: `Bearer ${accepted.headers['x-token']}` }
  const me = await console.get('/api/admin/me', { headers })
  const shown = { id, email, role: 'analyst', permissions: ['read', 'analyse'] }
  expect(me).toMatchObject({ status: 200, body: shown })
  expect(await accept(token)).toMatchObject(unusable)
  expect((await signIn(email)).status).toBe(200)
  const known = await console.post('/api/admin/users', { email, role: 'administrator' })
  expect(known.status).toBe(409)
  expect(JSON.stringify(await product.recorded())).not.toContain(token)
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
  const view = { name: 'Sua', filters: {} }
  expect((await bruno.post('/api/admin/views', view, { headers })).status).toBe(401)
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
    const [lead] = await submit(product, someone)
    await console.get('/api/admin/leads')
    for (const path of ['leads', 'questionnaires', 'customers', `requests/${lead}`, 'dashboard']) {
      const answer = await analyst.get(`/api/admin/${path}`)
      expect(answer.status, path).toBe(200)
      expect(answer.text, path).not.toMatch(new RegExp(`${someone.surname}|${someone.email}`, 'i'))
      if (path.startsWith('leads')) expect(answer.text).toContain('•••')
    }
    const looks = await product.recorded({ type: 'PersonsListed' })
    expect(looks.filter(({ metadata }) => metadata.actor === `admin:${analyst.id}`)).toEqual([])
    const refused = (sentence: string) => refusal(403, `Solo un amministratore può ${sentence}`)
    const searches = refused('cercare le persone e leggerne i dati')
    for (const kind of ['customers', 'leads', 'questionnaires'])
      expect(await analyst.get(`/api/admin/${kind}?q=${someone.surname}`)).toMatchObject(searches)
    const downloads = refused('scaricare contatti e questionari')
    for (const path of ['requests', 'questionnaires'])
      expect(await analyst.get(`/api/admin/export/${path}`)).toMatchObject(downloads)
    expect(await analyst.post('/api/admin/export/questionnaires/link')).toMatchObject(downloads)
  })

  test('exports events and analytics without customer numbers', async () => {
    const customer = await product.customer()
    customer.cookies.set('consent', 'all')
    const sessionId = `visita-${crypto.randomUUID()}`
    await customer.post('/api/tracking/analytics', { sessionId, eventName: 'con-numero', page: '/' })
    await console.get('/api/admin/dashboard')
    const download = async (who: Administrator, path: string) =>
      (await who.get(`/api/admin/export/${path}`)).text
    const events = (format: string) => `events?format=${format}&visit=${sessionId}`
    for (const path of [events('ndjson'), events('csv'), 'analytics']) {
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
