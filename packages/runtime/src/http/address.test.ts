import { expect, test } from 'vitest'
import { limitKey, truncatedAddress } from './address.ts'

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['::FFFF:cb00:714d', '203.0.113.77'],
  ['0:0:0:0:0:ffff:203.0.113.77', '203.0.113.77'],
  ['64:ff9b::203.0.113.77', '64:ff9b:0:0::'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::'],
  ['2001:db8::', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
])('%s is limited as %s', (address, key) => {
  expect(limitKey(address)).toBe(key)
})

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['::ffff:cb00:714d', '203.0.113.0'],
  ['127.0.0.1', '127.0.0.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::6', '2001:db8:0::'],
])('%s is kept as %s, which names nobody', (address, kept) => {
  expect(truncatedAddress(address)).toBe(kept)
})
