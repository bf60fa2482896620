import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { rowsAfter } from '../testing/tables-after.ts'
import { sessions } from './sessions.projection.ts'

test('signing out everywhere ends all sessions of the customer except the calling one', async () => {
  const opened = (sid: string, accountId: string) =>
    recordedFixture('SessionOpened', { stream: streams.session(sid) }, { accountId })
  const revoked = recordedFixture('SessionsRevoked', { stream: streams.account('anna') }, { except: 'phone' })
  const events = [opened('laptop', 'anna'), opened('phone', 'anna'), opened('stranger', 'bruno'), revoked]
  expect(await rowsAfter(sessions, events)).toMatchObject([{ sid: 'phone' }, { sid: 'stranger' }])
})
