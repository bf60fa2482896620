import * as argon2 from '@node-rs/argon2'
import { passwords } from './passwords.ts'

const here = '198.51.100.1'

test('a password is stored as argon2id with the measured cost, and no password is right without a hash', async () => {
  const { hashUnchecked: hash, verify } = await passwords()
  const kept = await hash('segreta', here)
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(await verify(kept, 'segreta', here)).toBe(true)
  expect(await verify(kept, 'sbagliata', here)).toBe(false)
  expect(await verify(null, 'segreta', here)).toBe(false)
})

const [composed, decomposed] = ['perch\u00e9 \ufb01no', 'perche\u0301 fino']

test('a password is the same on a keyboard that composes its letters in another way', async () => {
  const { hashUnchecked: hash, verify } = await passwords()
  expect(await verify(await hash(composed, here), decomposed, here)).toBe(true)
  expect(await verify(await hash(decomposed, here), composed, here)).toBe(true)
})

test('a password that was hashed as typed stays right, and an unknown address costs as many checks as a known one', async () => {
  const verify = vi.fn(argon2.verify)
  const { verify: check } = await passwords({ hashing: { hash: argon2.hash, verify } })
  const earlier = await argon2.hash(decomposed)
  expect(await check(earlier, decomposed, here)).toBe(true)
  for (const typed of ['sbagliata', 'sbagliat\u00e0', 'sbagliata\u0300']) {
    const checks: number[] = []
    for (const stored of [earlier, null]) {
      verify.mockClear()
      expect(await check(stored, typed, here)).toBe(false)
      checks.push(verify.mock.calls.length)
    }
    expect(checks[0]).toBe(checks[1])
    expect(verify.mock.calls.at(-1)?.[0]).toContain('$m=47104,t=1,p=1$')
  }
})

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 3],
])(
  'on %i processors at most %i passwords are hashed at a time, for any number of callers',
  async (processors, atOnce) => {
    let [now, most] = [0, 0]
    async function counted<T>(work: Promise<T>): Promise<T> {
      most = Math.max(most, ++now)
      return work.finally(() => now--)
    }
    const hashing = {
      hash: (...given: Parameters<typeof argon2.hash>) => counted(argon2.hash(...given)),
      verify: (...given: Parameters<typeof argon2.verify>) => counted(argon2.verify(...given)),
    }
    const { hashUnchecked: hash, verify, queued } = await passwords({ processors, hashing })
    const crowd = Array.from({ length: 4 }, (_, at) => `198.51.100.${at}`)
    await Promise.all(
      crowd.flatMap(address => [
        hash('segreta', address),
        verify(null, 'segreta', address),
        queued({ address, from: 'anywhere' }, check => check(null, 'segreta')),
      ]),
    )
    expect(most).toBe(atOnce)
  },
)

test('many unknown clients do not block known browsers, sessions and the console', async () => {
  const { queued } = await passwords()
  const release = Promise.withResolvers<void>()
  const flood = Array.from({ length: 400 }, (_, at) =>
    queued({ address: `203.0.${at >> 8}.${at & 255}`, from: 'anywhere' }, () => release.promise),
  )
  const outcomes = Promise.allSettled(flood)
  await expect(queued({ address: here, from: 'anywhere' }, async () => 'in')).rejects.toThrow()
  for (const from of ['known', 'session', 'console'] as const)
    expect(await queued({ address: here, from }, async () => 'in')).toBe('in')
  release.resolve()
  await outcomes
})
