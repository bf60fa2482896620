import { expect, test } from 'vitest'
import { unpackedName } from './stream-name.ts'

test.each([
  ['is empty', '', 'damaged-'],
  ['begins with no known form', 'ff00', 'damaged-ff00'],
  ['ends within the time of a visit', '0201', 'damaged-0201'],
  ['ends within an id', '010203', 'damaged-010203'],
  ['goes on behind an id', '02018bcfe568000123abcdef', 'damaged-02018bcfe568000123abcdef'],
  ['has a time beyond all', '02ffffffffffff0123abcd', 'damaged-02ffffffffffff0123abcd'],
  ['is no text', '00ff', 'damaged-00ff'],
])('a damaged name that %s is told as it stands', (_how, bytes, name) => {
  expect(unpackedName(Buffer.from(bytes, 'hex'))).toBe(name)
})
