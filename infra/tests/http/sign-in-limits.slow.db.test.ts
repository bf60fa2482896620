import { verify } from '@node-rs/argon2'
import { load } from '@tba/runtime/commands/load.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { admin } from '../support/administrator.ts'
import { openProduct, type TestedProduct } from '../support/product.ts'

// Other files of this worker have loaded without these mocks what is loaded here, and others come after it.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

// Every guess is wrong, at once.
vi.mock(import('@node-rs/argon2'), async importOriginal => {
  const real = await importOriginal()
  return { ...real, verify: vi.fn(async () => false) }
})
vi.mock(import('@tba/runtime/commands/load.ts'), async importOriginal => {
  const real = await importOriginal()
  return { ...real, load: vi.fn(real.load) }
})

let product: TestedProduct
beforeAll(async () => {
  product = await openProduct({ admin })
})
afterAll(() => product[Symbol.asyncDispose]())

async function guess(email: string, address: string, path = '/api/login') {
  const body = { email, password: 'sbagliata' }
  return (await product.visitor().post(path, body, { address })).status
}

/** The delay of those who have to wait, so long that no slow machine outlasts it. */
const delayed = () =>
  product.query(`update command.sign_in_failures set blocked_until = now() + interval '1 hour'
    where blocked_until >= since + interval '1 second'`)

describe('who has a whole /64 has one address', () => {
  test.each([
    ['a customer', '/api/login'],
    ['an administrator', '/api/admin/login'],
  ])(
    'guesses at the password of %s from all over it are delayed like those from one place',
    async (_who, path) => {
      const statuses = []
      const place = `2001:db8:16:${path.length}`
      for (let n = 1; n <= 5; n++) statuses.push(await guess('nessuno@example.com', `${place}::${n}`, path))
      await delayed()
      statuses.push(await guess('nessuno@example.com', `${place}:ffff::1`, path))
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    },
  )

  test('a hundred wrong ones from it, each for another account, close it as they close an address', async () => {
    for (let n = 0; n < 100; n++) await guess(`a-${n}@example.com`, `2001:db8:64:1::${n.toString(16)}`)
    expect(await guess('one-more@example.com', '2001:db8:64:1:ffff::1')).toBe(429)
    expect(await guess('one-more@example.com', '2001:db8:64:2::1')).toBe(401)
  })

  test('an IPv4 address counts as itself, however a socket or a proxy writes it', async () => {
    const written = [
      '198.51.100.16',
      '::ffff:198.51.100.16',
      '::ffff:c633:6410',
      '0:0:0:0:0:ffff:198.51.100.16',
    ]
    const statuses = []
    for (const address of [...written, ...written.slice(0, 2)]) {
      statuses.push(await guess('mappata@example.com', address))
      await delayed()
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })
})

test('of 400 wrong guesses at once from one address a hundred are looked at, and no more', async () => {
  const guesses = Array.from({ length: 400 }, (_, n) => guess(`at-once-${n}@example.com`, '198.51.100.18'))
  const statuses = await Promise.all(guesses)
  expect(statuses.filter(status => status === 401)).toHaveLength(100)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
})

test('a thousand guesses at once from one address read no more of the log than a hundred do', async () => {
  vi.mocked(load).mockClear()
  const guesses = Array.from({ length: 1000 }, (_, n) => guess(`folla-${n}@example.com`, '198.51.100.20'))
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401, 429]))
  expect(vi.mocked(load).mock.calls.length).toBeLessThanOrEqual(2 * 100)
})

test('an attempt that could not be looked at is no failure', async () => {
  const place = '198.51.100.19'
  for (let n = 0; n < 4; n++) await guess('sfortunata@example.com', place)
  vi.mocked(verify).mockRejectedValueOnce(new Error('out of memory'))
  expect(await guess('sfortunata@example.com', place)).toBe(500)
  expect(await guess('sfortunata@example.com', place)).toBe(401)
  await delayed()
  expect(await guess('sfortunata@example.com', place)).toBe(429)
})
