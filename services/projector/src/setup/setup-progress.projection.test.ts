import type { SetupStep } from '@tba/events/setup/events.ts'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { setupProgress } from './setup-progress.projection.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const stream = streams.setup(accountId)
const at = (minute: number) => ({
  stream,
  recordedAt: `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
})

const activated = recordedEvent('PlanActivated', { userId: 7, plan: 'starter', depositEuro: 500 }, at(0))
const completed = (step: SetupStep, minute: number) =>
  recordedEvent('SetupStepCompleted', { step }, at(minute))

test('another plan changes plan and deposit, and keeps the steps', () => {
  const changed = recordedEvent('PlanChanged', { userId: 7, plan: 'elite', depositEuro: 3000 }, at(2))
  expect(rowsAfter(setupProgress, [activated, completed('broker-account', 1), changed])).toMatchObject([
    {
      plan: 'elite',
      deposit: 3000,
      step1_broker_account: true,
      createdAt: '2026-01-01T10:00:00.000Z',
      updatedAt: '2026-01-01T10:02:00.000Z',
    },
  ])
})

test('the setup of an erased person has no link, licence and files', () => {
  const erased = [
    recordedEvent('SetupNoted', { brokerLink: null, screenshots: null }, at(1)),
    recordedEvent('LicenceIssued', { licenceKey: null }, at(2)),
  ]
  expect(rowsAfter(setupProgress, [activated, ...erased])).toMatchObject([
    { step1_broker_link: null, step2_license_key: null, step3_screenshots: [] },
  ])
})

test('a step without a plan creates no progress', () => {
  expect(rowsAfter(setupProgress, [completed('mt4', 1)])).toEqual([])
})
