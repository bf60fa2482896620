import { registry } from '../registry.ts'
import { neverOpened, openEvent, withoutSecrets } from './opening.ts'

test('a sealed field with the name of a secret is never opened', () => {
  const sealed = Object.values(registry).flatMap(({ personal }) => personal)
  const secrets = new Set(sealed.filter(name => /password|secret|hash|token/i.test(name)))
  expect([...secrets].sort()).toEqual(['password', 'passwordHash', 'recoveryHashes', 'secret'])
  expect([...neverOpened].sort()).toEqual([...secrets].sort())
})

test.each([
  [' ok ', 'Scrivi un motivo di almeno 3 caratteri'],
  ['a'.repeat(201), 'Al massimo 200 caratteri'],
  [undefined, 'Motivo richiesto'],
])('the reason «%s» opens nothing', (reason, message) =>
  expect(openEvent.safeParse({ reason }).error?.issues[0]?.message).toBe(message),
)

test('the other data stay as they were opened', () => {
  expect(withoutSecrets({ loginNumber: '12345', password: 'sealed once more' })).toEqual({
    loginNumber: '12345',
    password: null,
  })
})
