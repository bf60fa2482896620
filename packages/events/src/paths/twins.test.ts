import { expect, test } from 'vitest'
import { echoesOf } from './twins.ts'

const told = (id: string, key: string, isAnalyticsEvent = false, visitId = 'uno') => ({
  ...{ id, visitId, recordedAt: '2026-11-21T23:30:15.250Z', twin: { key, isAnalyticsEvent } },
})
const scrolled = { id: 's', visitId: 'uno', recordedAt: '2026-11-21T23:30:15.250Z', twin: null }

test('The two events of one act are one row within their visit', () => {
  const events = [
    ...[told('a', 'Inizia'), told('other', 'Inizia', false, 'due'), scrolled, told('echo', 'Inizia', true)],
    ...[told('b', 'Prezzi'), told('alone', 'FAQ', true)],
  ]
  const echoes = echoesOf(events)
  expect([...echoes].map(([id, echo]) => [id, echo.id])).toEqual([['a', 'echo']])
})
