import { expect, test } from 'vitest'
import { visits } from './visits.ts'

const origin = { userAgent: 'Firefox', referrer: null }

test('what a visit began with is known from then on, or that another process saw it begin', () => {
  const seen = visits()
  seen.remember('here', origin)
  seen.remember('elsewhere', null)
  expect([seen.known('here'), seen.originOf('here')]).toEqual([true, origin])
  expect([seen.known('elsewhere'), seen.originOf('elsewhere')]).toEqual([true, null])
  expect([seen.known('never'), seen.originOf('never')]).toEqual([false, null])
})

test('a visit that goes on is not forgotten for the many that came once', () => {
  const seen = visits()
  seen.remember('goes on', origin)
  seen.remember('came once', origin)
  for (let visit = 0; visit < 60_000; visit++) {
    seen.remember(`${visit}`, origin)
    if (visit % 10_000 === 0) seen.originOf('goes on')
  }
  expect([seen.known('goes on'), seen.known('came once')]).toEqual([true, false])
})
