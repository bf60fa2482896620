import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { rowsAfter } from '../testing/tables-after.ts'
import { setupProgress } from './setup-progress.projection.ts'

const at = (minute: number) => ({
  stream: streams.setup('anna'),
  recordedAt: `2026-01-01T10:0${minute}:00.000Z`,
})
const completed = recordedFixture('SetupStepCompleted', at(1), { step: 'broker-account' })

test('another plan changes plan and deposit, and keeps the steps', async () => {
  const activated = recordedFixture('PlanActivated', at(0))
  const changed = recordedFixture('PlanChanged', at(2), { plan: 'elite', depositEuro: 3000 })
  expect(await rowsAfter(setupProgress, [activated, completed, changed])).toMatchObject([
    {
      plan: 'elite',
      deposit: 3000,
      step1_broker_account: true,
      createdAt: '2026-01-01T10:00:00.000Z',
      updatedAt: '2026-01-01T10:02:00.000Z',
    },
  ])
})

test('a step without a plan creates no progress', async () =>
  expect(await rowsAfter(setupProgress, [completed])).toEqual([]))
