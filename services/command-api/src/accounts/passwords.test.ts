import { expect, test } from 'vitest'
import { bounded, passwords, TooManyPasswords } from './passwords.ts'

test('a password is kept as argon2id at the cost that was measured', async () => {
  const { hash, verify } = await passwords()
  const kept = await hash('segreta')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(await verify(kept, 'segreta')).toBe(true)
  expect(await verify(kept, 'sbagliata')).toBe(false)
})

test('nobody’s password is never right', async () => {
  const { verify } = await passwords()
  expect(await verify(null, 'segreta')).toBe(false)
})

test('no more run at once than there are threads for, and a full line sends callers away', async () => {
  const turn = bounded(2, 1)
  const open: (() => void)[] = []
  let most = 0
  const work = () =>
    turn(async () => {
      await new Promise<void>(resolve => {
        open.push(resolve)
        most = Math.max(most, open.length)
      })
    })
  const running = [work(), work(), work()]
  await expect(work()).rejects.toThrow(TooManyPasswords)
  expect(most).toBe(2)
  for (let finished = 0; finished < 3; ) {
    const next = open.shift()
    if (next) {
      next()
      finished++
    }
    await Promise.resolve()
  }
  await Promise.all(running)
  expect(most).toBe(2)
})
