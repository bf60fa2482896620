import { confirms } from './commands.ts'

const anna = ['anna@example.com', 'Anna  De Bianchi', null]

test('an erasure is confirmed by the address or the whole name, ignoring case and spaces', () => {
  for (const typed of ['anna@example.com', ' Anna@Example.com ', 'anna de  bianchi', 'ANNA DE BIANCHI'])
    expect(confirms(typed, anna)).toBe(true)
})

test('a part of it does not confirm the erasure', () => {
  for (const typed of ['', ' ', 'anna', 'anna@example', 'Anna Bianchi', 'null', 'anna@example.com x'])
    expect(confirms(typed, anna)).toBe(false)
  expect(confirms('', ['', null])).toBe(false)
})
