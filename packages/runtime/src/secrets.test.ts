import { randomBytes } from 'node:crypto'
import { newSecrets, secretsFrom } from './secrets.ts'

test('reads back a new secrets document, 32 bytes each, all different', () => {
  const secrets = Object.values(secretsFrom(newSecrets()))
  expect(secrets.map(secret => secret.length)).toEqual([32, 32, 32, 32, 32, 32])
  expect(new Set(secrets.map(secret => secret.toString('hex'))).size).toBe(6)
})

test('reads a key file of an earlier version, and earlier versions read a new one', () => {
  const names = ['kek', 'emailHash', 'broker', 'jwt', 'upload', 'idempotency']
  const kept = Object.fromEntries(names.map(name => [name, randomBytes(32).toString('base64')]))
  const { tickets, lookups, ...others } = secretsFrom(JSON.stringify(kept))
  const { upload, idempotency, ...named } = kept
  expect([tickets.toString('base64'), lookups.toString('base64')]).toEqual([upload, idempotency])
  for (const [name, secret] of Object.entries(others)) expect(secret.toString('base64')).toBe(named[name])
  expect(Object.keys(JSON.parse(newSecrets())).sort()).toEqual(names.sort())
})

test('names a missing secret', () => {
  const { jwt: _, ...others } = JSON.parse(newSecrets())
  expect(() => secretsFrom(JSON.stringify(others))).toThrow(/jwt/)
})

test('names a secret that is too short, and never quotes it', () => {
  const short = randomBytes(16).toString('base64')
  const document = JSON.stringify({ ...JSON.parse(newSecrets()), kek: short })
  expect(() => secretsFrom(document)).toThrow(/kek: not 32 bytes/)
  expect(() => secretsFrom(document)).not.toThrow(short)
})

test('refuses a broken document without quoting it', () => {
  expect(() => secretsFrom('{"kek":"hush')).toThrow('not JSON')
  expect(() => secretsFrom('{"kek":"hush')).not.toThrow('hush')
})

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const printing = (...keys: Buffer[]) => keys.map(key => `echo ${key.toString('base64')}`).join('; ')

test('a command may print the key-encryption key, and the former one while it changes', () => {
  const { kek: _, ...others } = JSON.parse(newSecrets())
  const stored = JSON.stringify(others)
  expect(secretsFrom(stored, printing(first))).toMatchObject({ kek: first, formerKek: undefined })
  expect(secretsFrom(newSecrets(), printing(second, first))).toMatchObject({ kek: second, formerKek: first })
})

test.each([
  ['echo hush >&2; echo hush; exit 3', 'The command of KEY_COMMAND failed with exit code 3.'],
  [
    'echo hush',
    'The command of KEY_COMMAND printed something else than a key of 32 bytes in base64, or two.',
  ],
  ['true', 'The command of KEY_COMMAND printed something else'],
  ['head -c 100000 /dev/zero', 'The command of KEY_COMMAND printed too much.'],
  ['sleep 60 | cat', 'The command of KEY_COMMAND gave no key within 10 seconds.'],
])('a command such as %j fails in one sentence, without what it printed', (command, sentence) => {
  const failing = () => secretsFrom(newSecrets(), command)
  expect(failing).toThrow(sentence)
  if (!command.startsWith('sleep')) expect(failing).not.toThrow('hush')
})
