import { createHmac, randomBytes } from 'node:crypto'
import { isSigned, readExportTicket, signExportTicket, ticketSignature } from './tickets.ts'

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
  ['with more letters', `${signature}A`],
  ['that is missing', ''],
  ['of as many letters, but more bytes', `${signature.slice(0, -1)}é`],
])('refuses a signature %s', (_what, given) => expect(isSigned(given, signature)).toBe(false))

const exportTicket = {
  id: 'aaaaaaaa-0000-4000-8000-000000000001',
  exported: 'interactions' as const,
  adminId: 'bbbbbbbb-0000-4000-8000-000000000002',
  role: 'analyst' as const,
  sid: 'cccccccc-0000-4000-8000-000000000003',
  expiresAt: '2026-03-01T08:01:00.000Z',
}
const text = signExportTicket(key, exportTicket)

test('an export ticket is valid until it expires', () => {
  expect(readExportTicket(key, text, new Date('2026-03-01T08:00:59.999Z'))).toEqual(exportTicket)
  expect(readExportTicket(key, text, new Date('2026-03-01T08:01:00.000Z'))).toBeNull()
})

test('an export ticket needs no escaping in a URL', () => expect(encodeURIComponent(text)).toBe(text))

test('refuses an export ticket that was changed, has another key or another purpose', () => {
  const now = new Date('2026-03-01T08:00:00.000Z')
  const [payload = '', signature = ''] = text.split('.')
  const analytics = Buffer.from(JSON.stringify({ ...exportTicket, exported: 'analytics' })).toString(
    'base64url',
  )
  const upload = createHmac('sha256', key).update(`upload\n${payload}`).digest('base64url')
  const wrong = [
    '',
    '.',
    payload,
    `${payload}.`,
    `${analytics}.${signature}`,
    `${payload}.${upload}`,
    `${text}.x`,
  ]
  for (const forged of wrong) expect(readExportTicket(key, forged, now)).toBeNull()
  expect(readExportTicket(randomBytes(32), text, now)).toBeNull()
})
