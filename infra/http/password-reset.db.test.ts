import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Mailbox, mailbox } from '../testing/mailbox.ts'
import { openProduct, password, type TestedProduct } from '../testing/product.ts'

// As they are, but they tell how often they were asked.
const asked = vi.hoisted(() => ({ hash: 0, verify: 0 }))
vi.mock(import('@tba/command-api/accounts/passwords.ts'), async importOriginal => {
  const original = await importOriginal()
  return {
    ...original,
    async passwords() {
      const { hash, verify } = await original.passwords()
      return {
        hash(password) {
          asked.hash += 1
          return hash(password)
        },
        verify(known, password) {
          asked.verify += 1
          return verify(known, password)
        },
      }
    },
  }
})

const opened = new AsyncDisposableStack()
let product: TestedProduct
let mail: Mailbox
beforeAll(async () => {
  mail = opened.use(await mailbox())
  product = opened.use(await openProduct({ jobs: mail.jobs, publicUrl: 'https://listino.example.com' }))
})
afterAll(() => opened.disposeAsync())

const newPassword = 'nuova-di-prova'

const forgot = (email: string) => product.visitor().post('/api/password/forgot', { email })
const reset = (token: string, chosen = newPassword) =>
  product.visitor().post('/api/password/reset', { token, password: chosen })
const signIn = async (email: string, given: string) =>
  (await product.visitor().post('/api/login', { email, password: given })).status

/** The token of the link in the only letter to this address. */
async function tokenFor(email: string): Promise<string> {
  const letter = await mail.letterTo(email)
  const [, token] = /^https:\/\/listino\.example\.com\/reset-password#token=(\S+)\r$/m.exec(letter) ?? []
  if (!token) throw new Error(`no link in: ${letter}`)
  return token
}

/** As if the address had asked two minutes earlier than it did. */
const twoMinutesPass = () =>
  product.query(`update log.events set recorded_at = recorded_at - interval '2 minutes'
                 where type = 'PasswordResetRequested'`)

const kept = async () =>
  (
    await product.query(`select count(*)::int as open from log.events
      where type = 'PasswordResetRequested' and event_id not in (select event_id from jobs.kept)`)
  )[0]?.open === 0

const allKept = () =>
  vi.waitFor(async () => expect(await kept()).toBe(true), { timeout: 15_000, interval: 20 })

describe('asking for a new password', () => {
  test('is answered and recorded alike for a known and an unknown address, without the work of a sign-in', async () => {
    await product.customer('nota@example.com')
    const before = { ...asked }
    const known = await forgot('Nota@Example.com')
    const unknown = await forgot('ignota@example.com')
    expect(known).toMatchObject({ status: 202, body: { ok: true } })
    expect(unknown).toMatchObject({ status: 202, body: { ok: true } })
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers))
    expect(asked).toEqual(before)
    for (const { headers } of [known, unknown]) {
      const appended = await product.query(
        `select type from log.events where metadata->>'correlationId' = $1`,
        [headers['x-request-id']],
      )
      expect(appended).toEqual([{ type: 'PasswordResetRequested' }])
    }
    await signIn('nota@example.com', password)
    expect(asked.verify).toBe(before.verify + 1)
  })

  test('brings a letter to a customer, and none to anybody else', async () => {
    await product.customer('carla@example.com')
    await forgot('nessuno@example.com')
    await forgot('carla@example.com')
    await allKept()
    const letter = await mail.letterTo('carla@example.com')
    expect(letter).toContain('Ciao Anna,')
    expect(letter).toContain('Subject: Scegli una nuova password')
    expect((await mail.letters()).join()).not.toContain('nessuno@example.com')
  })

  test('twice within a minute brings one letter', async () => {
    await product.customer('impaziente@example.com')
    for (const _ of ['first', 'second']) expect((await forgot('impaziente@example.com')).status).toBe(202)
    await allKept()
    await mail.letterTo('impaziente@example.com')
  })

  test('leaves no token where anybody but the customer could find it', async () => {
    await product.customer('discreta@example.com')
    await forgot('discreta@example.com')
    const token = await tokenFor('discreta@example.com')
    const signature = token.split('.')[2] ?? ''
    expect(signature).toHaveLength(43)
    const found = await product.query(
      `select 1 from log.events e where e::text like '%' || $1 || '%'
       union all select 1 from bullmq.job j where j::text like '%' || $1 || '%'
       union all select 1 from bullmq.event v where v::text like '%' || $1 || '%'`,
      [signature],
    )
    expect(found).toEqual([])
  })
})

describe('a link to a new password', () => {
  test('sets it, once, and ends every session that there was', async () => {
    const email = 'smemorata@example.com'
    const customer = await product.customer(email)
    await forgot(email)
    const token = await tokenFor(email)
    expect(await reset(token)).toMatchObject({ status: 200, body: { ok: true } })

    expect((await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })).status).toBe(401)
    await vi.waitFor(async () => expect((await customer.get('/api/auth/user')).status).toBe(401))
    expect(await signIn(email, password)).toBe(401)
    expect(await signIn(email, newPassword)).toBe(200)

    expect(await reset(token, 'un-altra-ancora')).toMatchObject({
      status: 400,
      body: { message: 'Il link non è valido o è scaduto. Richiedine uno nuovo.' },
    })
    expect(await signIn(email, newPassword)).toBe(200)
  })

  test('outlasts the next ones, whoever asks for them, and ends them when it is used', async () => {
    const email = 'indecisa@example.com'
    await product.customer(email)
    await forgot(email)
    const older = await tokenFor(email)
    const newer: string[] = []
    for (const _ of ['second', 'third', 'fourth', 'fifth']) {
      await mail.empty()
      await twoMinutesPass()
      await forgot(email)
      newer.push(await tokenFor(email))
    }
    expect(new Set([older, ...newer]).size).toBe(5)
    expect((await reset(older)).status).toBe(200)
    for (const token of newer) expect((await reset(token)).status).toBe(400)
  })

  test('ends when the customer has changed the password meanwhile', async () => {
    const email = 'ricordata@example.com'
    const customer = await product.customer(email)
    await forgot(email)
    const token = await tokenFor(email)
    const change = { currentPassword: password, newPassword: 'scelta-da-sola' }
    expect((await customer.put('/api/user/password', change)).status).toBe(200)
    expect((await reset(token)).status).toBe(400)
    expect(await signIn(email, 'scelta-da-sola')).toBe(200)
  })

  test('ends after an hour', async () => {
    const email = 'lenta@example.com'
    await product.customer(email)
    await forgot(email)
    const token = await tokenFor(email)
    const [request] = await product.query(
      `select data->>'expiresAt' as "expiresAt", extract(epoch from recorded_at)::float * 1000 as "atMs" from log.events
       where type = 'PasswordResetRequested' order by xid desc, position desc limit 1`,
    )
    const lastsMs = Date.parse(String(request?.expiresAt)) - Number(request?.atMs)
    expect(Math.abs(lastsMs - 3_600_000)).toBeLessThan(5_000)
    // As if the hour had passed.
    await product.query(
      `update log.events set data = jsonb_set(data, '{expiresAt}', to_jsonb($1::text))
       where type = 'PasswordResetRequested' and data->>'expiresAt' = $2`,
      [new Date(Date.now() - 1).toISOString(), request?.expiresAt],
    )
    expect((await reset(token)).status).toBe(400)
    expect(await signIn(email, password)).toBe(200)
  })

  test('cannot be made up', async () => {
    const email = 'vittima@example.com'
    await product.customer(email)
    await forgot(email)
    const [hashOf = '', resetId = '', signature = ''] = (await tokenFor(email)).split('.')
    const [other = ''] = (await tokenForAnother()).split('.')
    for (const forged of [
      `${hashOf}.${resetId}.${'A'.repeat(signature.length)}`,
      `${other}.${resetId}.${signature}`,
      `${hashOf}.${resetId}`,
      `${hashOf}.${resetId}.${signature}.`,
      'x',
    ]) {
      expect([forged, (await reset(forged)).status]).toEqual([forged, 400])
    }
    expect(await signIn(email, password)).toBe(200)
  })
})

async function tokenForAnother(): Promise<string> {
  await product.customer('altra@example.com')
  await forgot('altra@example.com')
  return tokenFor('altra@example.com')
}
