import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readExportTicket, signExportTicket } from './export-ticket.ts'

const key = randomBytes(32)
const ticket = {
  id: 'aaaaaaaa-0000-4000-8000-000000000001',
  exported: 'interactions' as const,
  adminId: 'bbbbbbbb-0000-4000-8000-000000000002',
  role: 'analyst' as const,
  sid: 'cccccccc-0000-4000-8000-000000000003',
  expiresAt: '2026-03-01T08:01:00.000Z',
}
const text = signExportTicket(key, ticket)

test('a ticket is valid until it expires', () => {
  expect(readExportTicket(key, text, new Date('2026-03-01T08:00:59.999Z'))).toEqual(ticket)
  expect(readExportTicket(key, text, new Date('2026-03-01T08:01:00.000Z'))).toBeNull()
})

test('a ticket needs no escaping in a URL', () => {
  expect(encodeURIComponent(text)).toBe(text)
})

test('refuses a ticket that was changed, has another key or another purpose', () => {
  const now = new Date('2026-03-01T08:00:00.000Z')
  const [payload = '', signature = ''] = text.split('.')
  const analytics = Buffer.from(JSON.stringify({ ...ticket, exported: 'analytics' })).toString('base64url')
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
