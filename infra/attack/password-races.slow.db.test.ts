import { hash, verify } from '@node-rs/argon2'
import { perFile } from '@tba/testing/per-file.ts'
import { admin, changeAdminPassword } from '../tests/support/administrator.ts'
import { mailbox, tokenIn } from '../tests/support/mailbox.ts'
import { openProduct, password } from '../tests/support/product.ts'

// Other files of this worker load the same modules without these mocks, before and after.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

vi.mock(import('@node-rs/argon2'), async importOriginal => {
  const real = await importOriginal()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})
// A blocked hash keeps its slot. Another hash must run beside it, also on two processors.
vi.mock(import('node:os'), async importOriginal => ({
  ...(await importOriginal()),
  availableParallelism: () => 4,
}))
const real = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')

const mail = await perFile(mailbox())
const product = await perFile(openProduct({ jobs: mail.jobs, admin }))

/** The next of these calls does its work, but its result waits. */
function heldBack(work: typeof verify | typeof hash) {
  const [done, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = async <T>(result: Promise<T>) => {
    await result
    done.resolve()
    await release.promise
    return result
  }
  if (work === verify) vi.mocked(verify).mockImplementationOnce((...args) => wait(real.verify(...args)))
  else vi.mocked(hash).mockImplementationOnce((...args) => wait(real.hash(...args)))
  return { done: done.promise, release: release.resolve }
}

const signIn = (email: string, given = password) =>
  product.visitor().post('/api/login', { email, password: given })

test('a sign-in that checks the old password during its change opens no session', async () => {
  const email = 'derubata@example.com'
  const customer = await product.customer(email)
  const { done, release } = heldBack(verify)
  const late = signIn(email)
  await done
  const change = { currentPassword: password, newPassword: 'nuova-di-prova' }
  expect((await customer.put('/api/user/password', change)).status).toBe(200)
  release()
  const answer = await late
  expect(answer).toMatchObject({ status: 401, body: { message: 'Credenziali non valide' } })
  expect(answer.headers).not.toHaveProperty('set-cookie')

  expect((await signIn(email, 'nuova-di-prova')).status).toBe(200)
  await expect.poll(async () => (await customer.get('/api/user/sessions')).body).toHaveLength(2)
})

test('of two simultaneous changes with the same old password the second is refused', async () => {
  const email = 'contesa@example.com'
  const customer = await product.customer(email)
  const thief = product.visitor()
  await thief.post('/api/login', { email, password })
  const change = (newPassword: string) => ({ currentPassword: password, newPassword })
  const { done, release } = heldBack(hash)
  const late = thief.put('/api/user/password', change('del-ladro'))
  await done
  expect((await customer.put('/api/user/password', change('della-cliente'))).status).toBe(200)
  release()
  expect(await late).toMatchObject({
    status: 400,
    body: { message: 'La password attuale non è corretta' },
  })
  expect((await signIn(email, 'della-cliente')).status).toBe(200)
})

test('a reset link still works after its password could not be hashed because all slots were in use', async () => {
  const email = 'rimandata@example.com'
  await product.customer(email)
  await product.visitor().post('/api/password/forgot', { email })
  const token = tokenIn(await mail.letterTo(email))
  const reset = () => product.visitor().post('/api/password/reset', { token, password: 'scelta-da-link' })

  const release = Promise.withResolvers<string>()
  vi.mocked(hash).mockImplementation(() => release.promise)
  const crowd = Array.from({ length: 210 }, (_, n) => {
    const body = { email: `folla-${n}@example.com`, password, firstName: 'Anna', lastName: 'Bianchi' }
    return product.visitor().post('/api/register', body)
  })
  expect((await Promise.race(crowd)).status).toBe(503)
  expect((await reset()).status).toBe(503)
  // None of them becomes a customer, because that takes long.
  release.reject(new Error('no hash'))
  await Promise.all(crowd)
  vi.mocked(hash).mockImplementation(real.hash)

  expect((await reset()).status).toBe(200)
  expect((await signIn(email, 'scelta-da-link')).status).toBe(200)
})

test('an administrator’s sign-in that checks the old password during its change opens no session', async () => {
  const { done, release } = heldBack(verify)
  const late = product.visitor().post('/api/admin/login', admin)
  await done
  await changeAdminPassword(product, 'un-altra-password')
  release()
  expect(await late).toMatchObject({ status: 401, body: { message: 'Credenziali non valide' } })
})
