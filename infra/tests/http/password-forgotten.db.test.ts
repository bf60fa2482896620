import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Mailbox, mailbox, resetTokenIn } from '../support/mailbox.ts'
import { openProduct, password, type TestedProduct } from '../support/product.ts'

// Other files of this worker have loaded without these mocks what is loaded here, and others come after it.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

// As they are, but they tell how often they were asked.
const asked = vi.hoisted(() => ({ hash: 0, verify: 0 }))
vi.mock(import('@tba/command-api/accounts/passwords.ts'), async importOriginal => {
  const original = await importOriginal()
  return {
    ...original,
    async passwords() {
      const { hash, verify, inTurn } = await original.passwords()
      return {
        hash(...work) {
          asked.hash += 1
          return hash(...work)
        },
        verify(...work) {
          asked.verify += 1
          return verify(...work)
        },
        inTurn(...work) {
          asked.verify += 1
          return inTurn(...work)
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

const forgot = (email: string) => product.visitor().post('/api/password/forgot', { email })
const signIn = async (email: string, given: string) =>
  (await product.visitor().post('/api/login', { email, password: given })).status

async function completed(): Promise<boolean> {
  const done = new Set(
    (await product.query('select event_id as id from jobs.completions')).map(({ id }) => id),
  )
  const requested = await product.recorded({ type: 'PasswordResetRequested' })
  return requested.every(({ id }) => done.has(id))
}

const allCompleted = () =>
  vi.waitFor(async () => expect(await completed()).toBe(true), { timeout: 15_000, interval: 20 })

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
      const appended = (await product.recorded()).filter(
        ({ metadata }) => metadata.correlationId === headers['x-request-id'],
      )
      expect(appended).toMatchObject([{ type: 'PasswordResetRequested' }])
    }
    await signIn('nota@example.com', password)
    expect(asked.verify).toBe(before.verify + 1)
  })

  test('brings a letter to a customer, and none to anybody else', async () => {
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

  test('twice within a minute brings one letter', async () => {
    await product.customer('impaziente@example.com')
    for (const _ of ['first', 'second']) expect((await forgot('impaziente@example.com')).status).toBe(202)
    await allCompleted()
    await mail.letterTo('impaziente@example.com')
  })

  test('leaves no token where anybody but the customer could find it', async () => {
    await product.customer('discreta@example.com')
    await forgot('discreta@example.com')
    const token = resetTokenIn(await mail.letterTo('discreta@example.com'))
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
