import type { SetupStep } from '@tba/events/setup/events.ts'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { setupProgress } from './setup-progress.projection.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const stream = streams.setup(accountId)
const at = (minute: number) => ({
  stream,
  recordedAt: `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
})

const activated = happened('PlanActivated', { userId: 7, plan: 'starter', depositEuro: 500 }, at(0))
const completed = (step: SetupStep, minute: number) => happened('SetupStepCompleted', { step }, at(minute))

test('a plan creates the progress, with nothing done', () => {
  expect(rowsAfter(setupProgress, [activated])).toEqual([
    {
      accountId,
      id: 7,
      userId: 7,
      plan: 'starter',
      deposit: 500,
      step1_broker_account: false,
      step1_broker_link: null,
      step2_mt4_authenticated: false,
      step2_axi_connected: false,
      step2_license_key: null,
      step3_security_verified: false,
      step3_screenshots: [],
      completedAt: null,
      createdAt: '2026-01-01T10:00:00.000Z',
      updatedAt: '2026-01-01T10:00:00.000Z',
    },
  ])
})

test('another plan changes plan and deposit, and keeps the steps', () => {
  const changed = happened('PlanChanged', { userId: 7, plan: 'elite', depositEuro: 3000 }, at(2))
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

test('each step sets its own flag', () => {
  const flags = (step: SetupStep) =>
    Object.entries(rowsAfter(setupProgress, [activated, completed(step, 1)])[0] ?? {})
      .filter(([, value]) => value === true)
      .map(([column]) => column)
  expect(flags('broker-account')).toEqual(['step1_broker_account'])
  expect(flags('mt4')).toEqual(['step2_mt4_authenticated'])
  expect(flags('copy-trading')).toEqual(['step2_axi_connected'])
  expect(flags('security')).toEqual(['step3_security_verified'])
})

test('reopening a step cancels the completion', () => {
  const complete = [
    activated,
    completed('broker-account', 1),
    completed('mt4', 2),
    completed('copy-trading', 3),
    completed('security', 4),
    happened('SetupCompleted', {}, at(5)),
  ]
  expect(rowsAfter(setupProgress, complete)).toMatchObject([{ completedAt: '2026-01-01T10:05:00.000Z' }])
  const reopened = happened('SetupStepReopened', { step: 'security' }, at(6))
  expect(rowsAfter(setupProgress, [...complete, reopened])).toMatchObject([
    { step3_security_verified: false, step1_broker_account: true, completedAt: null },
  ])
})

test('a note sets its fields, and leaves the others', () => {
  const link = happened('SetupNoted', { brokerLink: 'https://broker.example/ada' }, at(1))
  const files = happened('SetupNoted', { screenshots: ['a.png', 'b.png'] }, at(2))
  expect(rowsAfter(setupProgress, [activated, link, files])).toMatchObject([
    { step1_broker_link: 'https://broker.example/ada', step3_screenshots: ['a.png', 'b.png'] },
  ])
})

test('shows the licence code when it is issued', () => {
  const issued = happened('LicenceIssued', { licenceKey: 'TBA-X1' }, at(1))
  expect(rowsAfter(setupProgress, [activated, issued])).toMatchObject([{ step2_license_key: 'TBA-X1' }])
})

test('the setup of an erased person has no link, licence and files', () => {
  const erased = [
    happened('SetupNoted', { brokerLink: null, screenshots: null }, at(1)),
    happened('LicenceIssued', { licenceKey: null }, at(2)),
  ]
  expect(rowsAfter(setupProgress, [activated, ...erased])).toMatchObject([
    { step1_broker_link: null, step2_license_key: null, step3_screenshots: [] },
  ])
})

test('a step without a plan creates no progress', () => {
  expect(rowsAfter(setupProgress, [completed('mt4', 1)])).toEqual([])
})
