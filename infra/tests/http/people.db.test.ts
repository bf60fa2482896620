import { randomInt, randomUUID } from 'node:crypto'
import type { RequestDetail } from '@tba/events/requests/views.ts'
import { administrator } from '../support/administrator.ts'
import { person, register, settle, submit } from '../support/person.ts'
import { password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'

const { product, console } = await sharedProduct()

type Row = { id: string; userId: number; email: string; state: string; plan: string | null }
type List = { customers: Row[]; next: string | null }

const list = async (query = '') => (await console.get(`/api/admin/customers?${query}`)).body as List
const emails = async (query: string) => (await list(query)).customers.map(({ email }) => email)
const only = async (query: string) => (await list(query)).customers[0] as Row
const unknown = { status: 404, body: { message: 'Risorsa non trovata' } }
const nowhere = '7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02'

/** The views of this person that were recorded of an administrator. */
async function looks(type: 'PersonalDataViewed' | 'PersonExported', id: string) {
  const events = await product.recorded({ type })
  return events
    .filter(({ data }) => data.id === id)
    .map(({ stream, data, metadata: { actor } }) => ({ stream, kind: data.kind, actor }))
}

describe('the customers', () => {
  test('are found by the beginnings of words of name and address, and by number, newest first', async () => {
    const tag = `z${Date.now().toString(36)}`
    const named = async (firstName: string, email: string) => {
      const body = { email, password, firstName, lastName: `Cognome ${tag}` }
      expect((await product.visitor().post('/api/register', body)).status).toBe(201)
    }
    await named('Niccolò', `nic.${tag}@example.com`)
    await named('Ada Élise', `ada.${tag}@example.org`)
    const [ada, nic] = [`ada.${tag}@example.org`, `nic.${tag}@example.com`]

    expect(await emails(`q=${tag}`)).toEqual([ada, nic])
    for (const q of [`NICCOLÒ ${tag}`, `nic ${tag.slice(0, -1)}`, nic, `${tag} COGNOME nicc`])
      expect(await emails(`q=${encodeURIComponent(q)}`), q).toEqual([nic])
    expect(await emails(`q=elise%20${tag}`)).toEqual([ada])
    expect(await emails(`q=${tag}%20nessuno`)).toEqual([])
    const { userId } = await only(`q=${ada}`)
    expect(await emails(`q=%23${userId}%20${tag}`)).toContain(ada)
    // A blank search finds all. A search without letters and digits finds nobody.
    expect(await emails('q=%20')).toContain(ada)
    for (const q of ['@', '%', '€'])
      expect(await list(`q=${encodeURIComponent(q)}`), q).toEqual({ customers: [], next: null })
    await submit(product, person())
    expect((await console.get('/api/admin/leads?q=@')).body).toEqual({ leads: [], next: null })
    // Characters with a meaning in SQL have none here.
    for (const q of ['', '%', "'", ':*', '&', '!', '\\', "a':*|'b"])
      expect((await console.get(`/api/admin/customers?q=${encodeURIComponent(q)}`)).status).toBe(200)
  })

  test('are filtered by plan and by progress of the setup', async () => {
    const someone = person()
    const visitor = await register(product, someone)
    const isFound = async (query: string) => (await emails(`q=${someone.surname}&${query}`)).length === 1
    expect([await isFound('state=registered'), await isFound('plan=elite')]).toEqual([true, false])
    await visitor.post('/api/user/progress', { plan: 'elite', deposit: 3000 })
    expect([await isFound('state=registered'), await isFound('state=plan&plan=elite')]).toEqual([false, true])
    await visitor.put('/api/user/progress', { step1_broker_account: true })
    expect([await isFound('state=in-progress'), await isFound('plan=starter')]).toEqual([true, false])
    const rest = { step2_mt4_authenticated: true, step2_axi_connected: true, step3_security_verified: true }
    await visitor.put('/api/user/progress', rest)
    expect(await isFound('state=complete&plan=elite')).toBe(true)
    expect(await isFound('state=&plan=&cursor=')).toBe(true)
  })
})

describe('a search by phone', () => {
  const spellings = (digits: string) => [
    digits,
    `+39 ${digits.slice(0, 3)} ${digits.slice(3)}`,
    `0039${digits}`,
    `39${digits}`,
    `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}.${digits.slice(6, 8)}-${digits.slice(8)}`,
    `\u202a+39\u00a0${digits}\u202c`,
    digits.slice(2, 9),
    digits.slice(-7),
  ]

  test('finds leads, questionnaires and customers by any spelling, whatever was typed', async () => {
    const random = () => `3${randomInt(1e8, 1e9)}`
    const withZeros = `33002${randomInt(1e4, 1e5)}`
    for (const [digits, typed] of [
      [random(), (digits: string) => digits],
      [random(), (digits: string) => `+39 ${digits}`],
      [withZeros, (digits: string) => digits],
    ] as const) {
      const someone = { ...person(), phone: typed(digits) }
      await submit(product, someone)
      const visitor = await register(product, someone)
      await visitor.put('/api/user/profile', { phone: someone.phone })
      for (const spelling of spellings(digits))
        for (const kind of ['leads', 'questionnaires', 'customers']) {
          const { body } = await console.get(`/api/admin/${kind}?q=${encodeURIComponent(spelling)}`)
          const rows = (body as Record<string, { email: string }[]>)[kind] ?? []
          const found = rows.map(({ email }) => email.toLowerCase())
          expect(found, `${kind}: ${spelling}`).toEqual([someone.email])
        }
      expect(await emails(`q=${digits.slice(0, 6)}`)).toEqual([])
      expect(await emails(`q=${encodeURIComponent(`cognome ${digits.slice(3)} ada`)}`)).toEqual([
        someone.email,
      ])
    }
  })

  test('of names ignores apostrophes', async () => {
    const someone = person()
    const body = { email: someone.email, password, firstName: 'Ada', lastName: `D’Aquì ${someone.surname}` }
    await product.visitor().post('/api/register', body)
    for (const q of ['daqui', 'D’AQUÌ', "d'aqui ada", 'aqui'])
      expect(await emails(`q=${encodeURIComponent(`${q} ${someone.surname}`)}`), q).toEqual([someone.email])
  })
})

describe('one customer', () => {
  test('is shown completely, with visits after consent, and without secrets', async () => {
    const someone = person()
    const { visitor, accountId } = await settle(product, someone)
    const bot = { botType: 'swing', strategyName: 'Prudente', allocatedAmount: 200 }
    expect((await visitor.post('/api/user/bots', bot)).status).toBe(201)
    const visit = `session_${randomUUID()}`
    const alone = { headers: { 'x-visit-id': `senza-${visit}` } }
    await visitor.put('/api/user/profile', { bio: 'Senza consenso' }, alone)
    visitor.cookies.set('consent', 'all')
    const seen = { sessionId: visit, page: '/dashboard', eventType: 'page_view' }
    expect((await visitor.post('/api/tracking/interaction', seen)).status).toBe(202)
    await visitor.put('/api/user/profile', { country: 'Italia' }, { headers: { 'x-visit-id': visit } })
    // A visit with only page views while signed in. The tracked event names their number.
    const looked = { sessionId: `guarda-${visit}`, page: '/', eventName: 'page_view' }
    expect((await visitor.post('/api/tracking/analytics', looked)).status).toBe(202)

    const answer = await console.get(`/api/admin/customers/${accountId}`)
    expect(answer.body).toMatchObject({
      id: accountId,
      plan: 'elite',
      state: 'plan',
      profile: { email: someone.email, lastName: someone.surname, phone: someone.phone, country: 'Italia' },
      setup: {
        deposit: 3000,
        screenshots: [`${someone.surname}.png`],
        steps: ['broker-account', 'mt4', 'copy-trading', 'security'].map(step => ({ step, done: false })),
      },
      bots: [{ strategyName: 'Prudente', allocatedAmount: 200 }],
      credentials: [{ platform: 'MT5', loginNumber: `L-${someone.surname}` }],
      sessions: [{ device: expect.anything(), openedAt: expect.any(String) }],
      visits: [
        { id: `guarda-${visit}`, pages: ['/'] },
        { id: visit, pages: ['/dashboard'], pageViews: 1 },
      ],
      streams: [`account-${accountId}`, `setup-${accountId}`],
    })
    for (const secret of [`P-${someone.surname}`, password, 'passwordHash', 'senza-'])
      expect(answer.text).not.toContain(secret)
  })

  test('shows no device of a visit that another account claims too', async () => {
    const [owner, stranger] = [await settle(product, person()), await settle(product, person())]
    const visit = `session_${randomUUID()}`
    const headers = { 'x-visit-id': visit }
    owner.visitor.cookies.set('consent', 'all')
    const seen = { sessionId: visit, page: '/dashboard', eventType: 'page_view' }
    expect((await owner.visitor.post('/api/tracking/interaction', seen)).status).toBe(202)
    await owner.visitor.put('/api/user/profile', { country: 'Italia' }, { headers })
    const visitsOf = async (id: string) =>
      ((await console.get(`/api/admin/customers/${id}`)).body as { visits: object[] }).visits
    expect(await visitsOf(owner.accountId)).toMatchObject([{ id: visit, device: expect.any(String) }])
    stranger.visitor.cookies.set('consent', 'all')
    await stranger.visitor.put('/api/user/profile', { country: 'Francia' }, { headers })
    for (const { accountId } of [stranger, owner])
      expect(await visitsOf(accountId)).toMatchObject([{ id: visit, device: null, referrer: null }])
  })

  test('has each view recorded once per hour and session, even if the page is read often', async () => {
    const someone = person()
    await register(product, someone)
    const { id } = await only(`q=${someone.surname}`)
    expect(await looks('PersonalDataViewed', id)).toEqual([])
    await Promise.all([1, 2, 3].map(() => console.get(`/api/admin/customers/${id}`)))
    const look = {
      stream: expect.stringMatching(/^adminSession-/),
      kind: 'customer',
      actor: expect.stringMatching(/^admin:/),
    }
    expect(await looks('PersonalDataViewed', id)).toEqual([look])
    const headers = { authorization: `Bearer ${console.token}` }
    const head = await product.app.inject({ method: 'HEAD', url: `/api/admin/customers/${id}`, headers })
    expect(head.statusCode).toBe(404)
    await (await administrator(product)).get(`/api/admin/customers/${id}`)
    expect(await looks('PersonalDataViewed', id)).toEqual([look, look])
  })

  test('is exported as the same file that the customer gets, and the export is recorded', async () => {
    const someone = person()
    const { visitor, accountId } = await settle(product, someone)
    const own = (await visitor.get('/api/user/data')).body as object
    const answer = await console.get(`/api/admin/customers/${accountId}/export`)
    expect(answer.status).toBe(200)
    const { userId } = await only(`q=${someone.surname}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringMatching(`attachment; filename="cliente_${userId}_`),
      'cache-control': 'no-store',
    })
    expect({ ...(answer.body as object), exportedAt: null }).toEqual({ ...own, exportedAt: null })
    const recorded = { stream: expect.stringMatching(/^admin-/), kind: 'customer', actor: expect.any(String) }
    expect(await looks('PersonExported', accountId)).toEqual([recorded])
  })
})

describe.each([
  ['leads', 'lead', 0],
  ['questionnaires', 'questionnaire', 1],
] as const)('the %s', (name, kind, at) => {
  const path = `/api/admin/${name}`
  type Submitted = { id: string; name: string; email: string }
  const foundBy = async (q: string) => {
    const { body } = await console.get(`${path}?q=${encodeURIComponent(q)}`)
    return (body as Record<string, Submitted[]>)[name] ?? []
  }

  test('are found by their sender, and shown completely', async () => {
    const someone = person()
    const id = (await submit(product, someone))[at] as string
    for (const q of [someone.surname, someone.email, `ADA ${someone.phone.slice(4)}`]) {
      const found = await foundBy(q)
      expect(
        found.map(row => row.id),
        q,
      ).toEqual([id])
      expect(found[0]).toMatchObject({
        name: `Ada ${someone.surname}`,
        phone: expect.any(String),
        visitId: null,
      })
    }
    const [row] = await foundBy(someone.surname)
    const { request, submitted } = await console.read<RequestDetail>(`/api/admin/requests/${id}`)
    expect([request.kind, submitted]).toEqual([kind, row])
    const stream = `${kind}-${id}`
    const asked = { parts: [stream], format: 'json' }
    const { body, headers } = await console.ask(`/api/admin/people/${request.personId}/export`, asked)
    expect(body).toMatchObject({ parts: [{ stream, kind, ...row }] })
    expect(headers['content-disposition']).toContain('attachment')
    expect(await looks('PersonalDataViewed', id)).toMatchObject([{ kind }])
    expect(await looks('PersonExported', id)).toMatchObject([{ kind }])
    expect(await console.get(`/api/admin/requests/${nowhere}`)).toMatchObject(unknown)
  })

  test('are erased by typing the name or the address of the person', async () => {
    const someone = person()
    const id = (await submit(product, someone))[at] as string
    const erase = (confirmation: string, headers = {}) =>
      console.post(`${path}/${id}/erase`, { confirmation }, { headers })
    const refused = await erase('qualcun altro')
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ message: expect.stringMatching(/^La conferma non corrisponde/) })
    expect(await foundBy(someone.surname)).toHaveLength(1)
    const key = { 'idempotency-key': randomUUID() }
    const erased = { status: 200, body: { ok: true } }
    expect(await erase(`  ada ${someone.surname.toUpperCase()} `, key)).toMatchObject(erased)
    const { body } = await console.get(`${path}?q=${someone.surname}`)
    expect(body).toEqual({ [name]: [], next: null })
    expect(await erase(`  ada ${someone.surname.toUpperCase()} `, key)).toMatchObject(erased)
    expect(await erase(someone.email)).toMatchObject(erased)
    expect(await console.get(`${path}/${id}`)).toMatchObject(unknown)
    const type = kind === 'lead' ? 'LeadErased' : 'QuestionnaireErased'
    const events = (await product.recorded({ type })).filter(({ stream }) => stream === `${kind}-${id}`)
    expect(events.map(({ metadata }) => metadata.actor)).toEqual([expect.stringMatching(/^admin:/)])
  })
})
