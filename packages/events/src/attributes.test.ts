import { text } from './attributes.ts'

test.each([
  ['a', 'a'],
  [0, '0'],
  [false, 'false'],
  ['', null],
  [null, null],
  [undefined, null],
  [['a'], null],
  [{ a: 1 }, null],
])('the text of %j is %j', (value, expected) => expect(text(value)).toBe(expected))
