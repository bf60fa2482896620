import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned, ticketSignature } from './ticket-signature.ts'

const key = randomBytes(32)
const ticket = 'aaaaaaaa-0000-4000-8000-000000000001'
const signature = ticketSignature(key, 'upload', ticket)

test('accepts a ticket that was signed here', () => {
  expect(isSigned(signature, ticketSignature(key, 'upload', ticket))).toBe(true)
  expect(encodeURIComponent(signature)).toBe(signature)
})

test('links in old letters still work after an upgrade', () => {
  const [address, reset] = ['ab12', 'cccccccc-0000-4000-8000-000000000003']
  const before = createHmac('sha256', key).update(`password-reset\n${address}\n${reset}`).digest('base64url')
  expect(ticketSignature(key, 'password-reset', address, reset)).toBe(before)
})

test.each([
  ['for another purpose', ticketSignature(key, 'admin-export', ticket)],
  ['of another ticket', ticketSignature(key, 'upload', `${ticket}2`)],
  ['by another key', ticketSignature(randomBytes(32), 'upload', ticket)],
  ['that was cut off', signature.slice(0, -1)],
  ['that goes on', `${signature}A`],
  ['that is missing', ''],
  ['of as many letters, though more bytes', `${signature.slice(0, -1)}é`],
])('refuses a signature %s', (_what, given) => {
  expect(isSigned(given, signature)).toBe(false)
})
