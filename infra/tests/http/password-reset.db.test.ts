import { perFile } from '@tba/testing/per-file.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { mailbox, tokenIn } from '../support/mailbox.ts'
import { openProduct, password } from '../support/product.ts'

const mail = await perFile(mailbox())
const product = await perFile(openProduct({ jobs: mail.jobs, publicUrl: 'https://listino.example.com' }))

const newPassword = 'nuova-di-prova'

const forgot = (email: string) => product.visitor().post('/api/password/forgot', { email })
const reset = (token: string, chosen = newPassword) =>
  product.visitor().post('/api/password/reset', { token, password: chosen })
const signIn = async (email: string, given: string) =>
  (await product.visitor().post('/api/login', { email, password: given })).status

const tokenFor = async (email: string) => tokenIn(await mail.letterTo(email))

async function completed(): Promise<boolean> {
  const done = new Set((await product.query('select event_id as id from jobs.completions')).map(it => it.id))
  const requested = await product.recorded({ type: 'PasswordResetRequested' })
  return requested.every(({ id }) => done.has(id))
}

const allCompleted = () => expect.poll(completed).toBe(true)

describe('a request for a new password', () => {
  test('sends a letter to a customer, and none to others', async () => {
    await product.customer('carla@example.com')
    await forgot('nessuno@example.com')
    await forgot('carla@example.com')
    await allCompleted()
    const letter = await mail.letterTo('carla@example.com')
    expect(letter).toContain('Ciao Anna,')
    expect(letter).toContain('\r\nhttps://listino.example.com/reset-password#token=')
    expect(letter).toContain('Subject: Scegli una nuova password')
    expect((await mail.letters()).join()).not.toContain('nessuno@example.com')
  })

  test('that is repeated within a minute sends one letter', async () => {
    await product.customer('impaziente@example.com')
    for (const _ of ['first', 'second']) expect((await forgot('impaziente@example.com')).status).toBe(202)
    await allCompleted()
    await mail.letterTo('impaziente@example.com')
  })

  test('stores no token that others could find', async () => {
    await product.customer('discreta@example.com')
    await forgot('discreta@example.com')
    const token = tokenIn(await mail.letterTo('discreta@example.com'))
    const signature = token.split('.')[2] ?? ''
    expect(signature).toHaveLength(43)
    const found = await product.query(
      `select 1 from bullmq.job j where j::text like '%' || $1 || '%'
       union all select 1 from bullmq.event v where v::text like '%' || $1 || '%'`,
      [signature],
    )
    expect(found).toEqual([])
    expect(JSON.stringify(await product.recorded())).not.toContain(signature)
  })
})

describe('a link to a new password', () => {
  test('sets it, once, and ends all sessions', async () => {
    const email = 'smemorata@example.com'
    const customer = await product.customer(email)
    await forgot(email)
    const token = await tokenFor(email)
    expect(await reset(token)).toMatchObject({ status: 200, body: { ok: true } })

    expect((await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })).status).toBe(401)
    const signedOut = async () => expect((await customer.get('/api/auth/user')).status).toBe(401)
    await waitFor(signedOut)
    expect(await signIn(email, password)).toBe(401)
    expect(await signIn(email, newPassword)).toBe(200)

    expect(await reset(token, 'un-altra-ancora')).toMatchObject({
      status: 400,
      body: { message: 'Il link non è valido o è scaduto. Richiedine uno nuovo.' },
    })
    expect(await signIn(email, newPassword)).toBe(200)
  })

  test('removes the limit of failed sign-ins', async () => {
    const email = 'ostinata@example.com'
    await product.customer(email)
    for (let failure = 0; failure < 5; failure++) await signIn(email, 'sbagliata')
    expect(await signIn(email, password)).toBe(429)
    await forgot(email)
    expect((await reset(await tokenFor(email))).status).toBe(200)
    expect(await signIn(email, newPassword)).toBe(200)
  })

  test('cannot be forged', async () => {
    const email = 'vittima@example.com'
    await product.customer(email)
    await forgot(email)
    const [hashOf = '', resetId = '', signature = ''] = (await tokenFor(email)).split('.')
    await product.customer('altra@example.com')
    await forgot('altra@example.com')
    const [other = ''] = (await tokenFor('altra@example.com')).split('.')
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
