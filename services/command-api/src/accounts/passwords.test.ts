import { expect, test } from 'vitest'
import { passwords } from './passwords.ts'

const here = '198.51.100.1'

test('a password is kept as argon2id at the cost that was measured', async () => {
  const { hash, verify } = await passwords()
  const kept = await hash('segreta', here)
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(await verify(kept, 'segreta', here)).toBe(true)
  expect(await verify(kept, 'sbagliata', here)).toBe(false)
})

test('nobody’s password is never right', async () => {
  const { verify } = await passwords()
  expect(await verify(null, 'segreta', here)).toBe(false)
})
