import * as argon2 from '@node-rs/argon2'
import { perFile } from '@tba/testing/per-file.ts'
import { admin } from '../tests/support/administrator.ts'
import { openProduct } from '../tests/support/product.ts'
import type { Answer } from '../tests/support/visitor.ts'

// Other files of this worker load the same modules without these mocks, before and after.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

// Counts the real work. Times would depend on the load of the machine.
vi.mock(import('@node-rs/argon2'), async importOriginal => {
  const real = await importOriginal()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

const product = await perFile(openProduct({ admin, limitScale: 1000 }))
await product.customer('anna@example.com')
beforeEach(() => {
  vi.clearAllMocks()
})

/** The answer of a call, and its work: the password hashes that it checks and makes. */
async function workOf(path: string, body: object) {
  const { status, body: answer }: Answer = await product.visitor().post(path, body)
  const work = {
    checks: vi.mocked(argon2.verify).mock.calls.length,
    hashes: vi.mocked(argon2.hash).mock.calls.length,
  }
  vi.clearAllMocks()
  return { status, answer, ...work }
}

test.each([
  ['a customer', '/api/login', 'anna@example.com'],
  ['an administrator', '/api/admin/login', admin.email],
])(
  'signing in as %s with a wrong password has the same work and answer as with an unknown address',
  async (_who, path, email) => {
    const known = await workOf(path, { email, password: 'sbagliata' })
    const unknown = await workOf(path, { email: 'nessuno@example.com', password: 'sbagliata' })
    expect(known).toEqual({
      status: 401,
      answer: { message: 'Credenziali non valide' },
      checks: 1,
      hashes: 0,
    })
    expect(unknown).toEqual(known)
  },
)

test('a reset request has the same answer and events for known and unknown addresses', async () => {
  const events = async () => (await product.recorded()).length
  const appended = async (email: string) => {
    const before = await events()
    const answered = await workOf('/api/password/forgot', { email })
    return { ...answered, events: (await events()) - before }
  }
  const known = await appended('anna@example.com')
  expect(known).toEqual({ status: 202, answer: { ok: true }, checks: 0, hashes: 0, events: 1 })
  expect(await appended('nessuno@example.com')).toEqual(known)
})
