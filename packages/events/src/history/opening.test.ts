import { expect, test } from 'vitest'
import { registry } from '../registry.ts'
import { neverOpened, withoutSecrets } from './opening.ts'

test('whatever is named like a secret and sealed is opened for nobody', () => {
  const sealed = Object.values(registry).flatMap(({ personal }) => personal)
  expect([...new Set(sealed.filter(name => /password|secret|hash|token/i.test(name)))].sort()).toEqual([
    'password',
    'passwordHash',
    'recoveryHashes',
    'secret',
  ])
  expect(sealed.filter(name => neverOpened.includes(name))).not.toEqual([])
})

test('the rest of the data stays as it was opened', () => {
  expect(withoutSecrets({ loginNumber: '12345', password: 'sealed once more' })).toEqual({
    loginNumber: '12345',
    password: null,
  })
})
