import { randomUUID } from 'node:crypto'
import { streams } from '@tba/events/streams.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { resetToken } from '@tba/runtime/reset-token.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Mailbox, mailbox, resetTokenIn } from '../support/mailbox.ts'
import { openProduct, password, type TestedProduct } from '../support/product.ts'

const opened = new AsyncDisposableStack()
let product: TestedProduct
let mail: Mailbox
beforeAll(async () => {
  mail = opened.use(await mailbox())
  product = opened.use(await openProduct({ jobs: mail.jobs, publicUrl: 'https://listino.example.com' }))
})
afterAll(() => opened.disposeAsync())

const newPassword = 'nuova-di-prova'
const hourMs = 3_600_000

const forgot = (email: string) => product.visitor().post('/api/password/forgot', { email })
const reset = (token: string, chosen = newPassword) =>
  product.visitor().post('/api/password/reset', { token, password: chosen })
const signIn = async (email: string, given: string) =>
  (await product.visitor().post('/api/login', { email, password: given })).status

const tokenFor = async (email: string) => resetTokenIn(await mail.letterTo(email))

/** The link that came of asking for it so long ago. */
async function tokenFrom(email: string, minutesAgo: number): Promise<string> {
  const hash = emailHash(product.secrets.emailHash, email)
  const resetId = randomUUID()
  const askedAtMs = Date.now() - minutesAgo * 60_000
  const asked = {
    id: randomUUID(),
    type: 'PasswordResetRequested',
    data: { resetId, expiresAt: new Date(askedAtMs + hourMs).toISOString() },
    metadata: { actor: 'visitor', correlationId: resetId, causationId: resetId, schemaVersion: 1 },
    recordedAt: new Date(askedAtMs).toISOString(),
  }
  await product.store.append(streams.email(hash), [asked], 'any')
  return resetToken(product.secrets.tickets, { emailHash: hash, resetId })
}

describe('a link to a new password', () => {
  test('sets it, once, and ends every session that there was', async () => {
    const email = 'smemorata@example.com'
    const customer = await product.customer(email)
    await forgot(email)
    const token = await tokenFor(email)
    expect(await reset(token)).toMatchObject({ status: 200, body: { ok: true } })

    expect((await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })).status).toBe(401)
    const signedOut = async () => expect((await customer.get('/api/auth/user')).status).toBe(401)
    await vi.waitFor(signedOut, { timeout: 15_000, interval: 20 })
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
    const older = await tokenFrom(email, 10)
    const newer = [await tokenFrom(email, 8), await tokenFrom(email, 6), await tokenFrom(email, 4)]
    // Those brought letters too.
    const letters = async () => (await mail.letters()).filter(letter => letter.includes(email))
    await vi.waitFor(async () => expect(await letters()).toHaveLength(4), { timeout: 15_000, interval: 20 })
    await mail.empty()
    await forgot(email)
    newer.push(await tokenFor(email))
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
    expect((await reset(await tokenFrom(email, 60))).status).toBe(400)
    await forgot(email)
    const request = (await product.recorded({ type: 'PasswordResetRequested' })).at(-1)
    const lastsMs = Date.parse(String(request?.data.expiresAt)) - Date.parse(request?.recordedAt ?? '')
    expect(Math.abs(lastsMs - hourMs)).toBeLessThan(5_000)
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
