import { eventsByCategory } from '../streams.ts'
import { activity, activityType } from './activity.ts'

test('a customer’s activity is what they did themselves', () => {
  const types: readonly string[] = activityType.options
  expect(types).toEqual(expect.arrayContaining(['AccountRegistered', 'SessionOpened', 'PlanActivated']))
  for (const other of ['RegistrationAbandoned', 'SessionExpired', 'AccountErased', 'LeadSubmitted'])
    expect(types).not.toContain(other)
  expect(types).toEqual(expect.arrayContaining(Object.keys(eventsByCategory.setup)))
})

test('each has a type and a time', () => {
  const one = { type: 'PlanActivated', at: '2026-11-30T12:00:00.000Z' }
  expect(activity.parse([one])).toEqual([one])
  for (const wrong of [{ ...one, type: 'LeadSubmitted' }, { ...one, at: 'oggi' }, { at: one.at }])
    expect(activity.safeParse([wrong]).success).toBe(false)
})
