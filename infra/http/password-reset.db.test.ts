import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Mailbox, mailbox, resetTokenIn } from '../testing/mailbox.ts'
import { openProduct, password, type TestedProduct } from '../testing/product.ts'

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

const tokenFor = async (email: string) => resetTokenIn(await mail.letterTo(email))

/** As if the address had asked two minutes earlier than it did. */
const twoMinutesPass = () =>
  product.query(`update log.events set recorded_at = recorded_at - interval '2 minutes'
                 where type = 'PasswordResetRequested'`)

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

  test('lets in at once whoever had tried too often before they asked for it', async () => {
    const email = 'ostinata@example.com'
    await product.customer(email)
    for (let failure = 0; failure < 5; failure++) await signIn(email, 'sbagliata')
    expect(await signIn(email, password)).toBe(429)
    await forgot(email)
    expect((await reset(await tokenFor(email))).status).toBe(200)
    expect(await signIn(email, newPassword)).toBe(200)
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
