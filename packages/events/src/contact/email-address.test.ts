import { z } from 'zod'
import { emailAddress, knownEmailAddress } from './email-address.ts'

const [ofNew, ofKnown] = [emailAddress(), knownEmailAddress]

test.each([
  'mario&anna@example.com',
  'a/b@example.com',
  'x!y@example.com',
  "o'neill+bot@sub.example.co.uk",
  '.anna..@example.com',
  'anna@example.xn--p1ai',
  'anna@1.example.com',
  `anna@${'a'.repeat(63)}.it`,
])('takes «%s», as a browser does', address => expect(ofNew.parse(` ${address} `)).toBe(address))

test.each([
  'anna',
  'anna@localhost',
  'anna@@example.com',
  'anna bianchi@example.com',
  'annà@example.com',
  'anna@-example.com',
  'anna@example-.com',
  'anna@example..com',
  'anna@example.com.',
  `anna@${'a'.repeat(64)}.it`,
  'anna@bücher.de/x',
  'anna@bücher.de:80',
  'anna@bü%41cher.de',
])('refuses «%s»', address => {
  expect(ofNew.safeParse(address).error?.issues.map(({ message }) => message)).toEqual([
    'Inserisci un indirizzo email valido',
  ])
})

test.each([
  ['Anna@BÜCHER.de', 'Anna@xn--bcher-kva.de'],
  ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
  ['anna@例え。テスト', 'anna@xn--r8jz45g.xn--zckzah'],
])('the domain of «%s» becomes punycode', (typed, stored) => expect(ofNew.parse(typed)).toBe(stored))

test('an address has at most 255 letters, also once its domain is punycode', () => {
  const long = `${'a'.repeat(233)}@example.com`
  expect(ofNew.safeParse(`${long}${'.example.it'.slice(0, 10)}`).success).toBe(true)
  for (const address of [`${'a'.repeat(244)}@example.com`, `${'a'.repeat(240)}@bücherei.de`])
    expect(ofNew.safeParse(address).error?.issues[0]?.message).toBe('Email troppo lunga')
})

test('an account that was registered by the earlier rule can still sign in', () => {
  const earlier = 'anna@example-.com'
  expect([ofNew.safeParse(earlier).success, ofKnown.safeParse(earlier).success]).toEqual([false, true])
})

test('every command takes addresses by this rule', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../*/commands.ts', { eager: true })
  const schemas = Object.values(modules).flatMap(module => Object.entries(module))
  const withEmail = schemas.flatMap(([name, schema]) => {
    const inner = schema instanceof z.ZodPipe ? schema.in : schema
    return inner instanceof z.ZodObject && inner.shape.email ? [[name, inner.shape.email] as const] : []
  })
  expect(withEmail.length).toBeGreaterThanOrEqual(7)
  for (const [name, email] of withEmail)
    expect([name, z.parse(email, 'mario&anna@bücher.it')]).toEqual([name, 'mario&anna@xn--bcher-kva.it'])
})
