import { sealedSecret } from '@tba/events/setup/sealed-secret.ts'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { credentials } from './credentials.projection.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const stream = streams.setup(accountId)
const data = {
  credentialsId: '11111111-0000-4000-8000-000000000000',
  userId: 7,
  platform: 'MT5' as const,
  server: 'eu01',
  loginNumber: '4711',
  password: sealedSecret.parse('sealed-broker-password'),
}

test('saved credentials are listed without their password', () => {
  const saved = happened('CredentialsSaved', data, { stream })
  const rows = rowsAfter(credentials, [saved])
  expect(rows).toEqual([
    {
      id: data.credentialsId,
      userId: 7,
      accountId,
      platform: 'MT5',
      server: 'eu01',
      loginNumber: '4711',
      createdAt: saved.recordedAt,
      position: saved.position,
    },
  ])
})
