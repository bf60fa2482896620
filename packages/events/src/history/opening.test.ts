import { registry } from '../registry.ts'
import { neverOpened, withoutSecrets } from './opening.ts'

test('a sealed field with the name of a secret is never opened', () => {
  const sealed = Object.values(registry).flatMap(({ personal }) => personal)
  expect([...new Set(sealed.filter(name => /password|secret|hash|token/i.test(name)))].sort()).toEqual([
    'password',
    'passwordHash',
    'recoveryHashes',
    'secret',
  ])
  expect(sealed.filter(name => neverOpened.includes(name))).not.toEqual([])
})

test('the other data stay as they were opened', () => {
  expect(withoutSecrets({ loginNumber: '12345', password: 'sealed once more' })).toEqual({
    loginNumber: '12345',
    password: null,
  })
})
