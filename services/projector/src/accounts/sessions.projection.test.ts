import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { sessions } from './sessions.projection.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const [laptop, phone] = ['11111111-0000-4000-8000-000000000000', '22222222-0000-4000-8000-000000000000']

function opened(sessionId: string, device: string | null, of = accountId) {
  return recordedEvent(
    'SessionOpened',
    {
      accountId: of,
      userId: 7,
      expiresAt: '2026-06-01T10:00:00.000Z',
      device,
      address: device && '192.0.2.0',
    },
    { stream: streams.session(sessionId) },
  )
}

test('signing out everywhere ends all sessions of the customer except the calling one', () => {
  const revoked = recordedEvent('SessionsRevoked', { except: phone }, { stream: streams.account(accountId) })
  const stranger = '33333333-0000-4000-8000-000000000000'
  const other = opened(stranger, 'Edge', 'bbbbbbbb-0000-4000-8000-000000000002')
  expect(
    rowsAfter(sessions, [opened(laptop, 'Firefox'), opened(phone, 'Safari'), other, revoked]),
  ).toMatchObject([{ sid: phone }, { sid: stranger }])
})

test('the session of an erased person has no device and address', () => {
  expect(rowsAfter(sessions, [opened(laptop, null)])).toMatchObject([
    { sess: { device: null, address: null } },
  ])
})
