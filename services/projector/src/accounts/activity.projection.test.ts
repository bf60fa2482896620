import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { rowsAfter } from '../testing/tables-after.ts'
import { activity } from './activity.projection.ts'

test('signing out belongs to the owner of the session', async () => {
  const stream = streams.session('11111111-0000-4000-8000-000000000000')
  const events = [
    recordedFixture('SessionOpened', { stream }, { accountId: 'anna' }),
    recordedFixture('PlanActivated', { stream: streams.setup('bruno') }),
    recordedFixture('SessionClosed', { stream }, { accountId: 'anna' }),
  ]
  expect(await rowsAfter(activity, events)).toMatchObject([
    { accountId: 'anna', type: 'SessionOpened' },
    { accountId: 'bruno', type: 'PlanActivated' },
    { accountId: 'anna', type: 'SessionClosed' },
  ])
})
