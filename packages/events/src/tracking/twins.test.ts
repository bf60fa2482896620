import { twinsById } from './twins.ts'

const act = (id: string, key: string, isAnalyticsEvent = false, visitId = 'uno') => ({
  id,
  visitId,
  recordedAt: '2026-11-21T23:30:15.250Z',
  twin: { key, isAnalyticsEvent },
})
const scrolled = { id: 's', visitId: 'uno', recordedAt: '2026-11-21T23:30:15.250Z', twin: null }

test('The two events of one act are one row within their visit', () => {
  const events = [
    ...[act('a', 'Inizia'), act('other', 'Inizia', false, 'due'), scrolled, act('echo', 'Inizia', true)],
    ...[act('b', 'Prezzi'), act('alone', 'FAQ', true)],
  ]
  const twins = twinsById(events)
  expect([...twins].map(([id, twin]) => [id, twin.id])).toEqual([['a', 'echo']])
})
