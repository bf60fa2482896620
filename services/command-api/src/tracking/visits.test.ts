import { visits } from './visits.ts'

const origin = { userAgent: 'Firefox', referrer: null }
const begun = { origin, recorded: 1 }

test('a visit is known after its first event, with its origin if this process recorded it', () => {
  const seen = visits()
  seen.remember('here', begun)
  seen.remember('elsewhere', { origin: null, recorded: 1 })
  expect([seen.isKnown('here'), seen.originOf('here')]).toEqual([true, origin])
  expect([seen.isKnown('elsewhere'), seen.originOf('elsewhere')]).toEqual([true, null])
  expect([seen.isKnown('never'), seen.originOf('never')]).toEqual([false, null])
})

test('a visit that continues is not forgotten because of many short ones', () => {
  const seen = visits()
  seen.remember('goes on', begun)
  seen.remember('came once', begun)
  for (let visit = 0; visit < 60_000; visit++) {
    seen.remember(`${visit}`, begun)
    if (visit % 10_000 === 0) seen.originOf('goes on')
  }
  expect([seen.isKnown('goes on'), seen.isKnown('came once')]).toEqual([true, false])
})

test('simultaneous calls together stay within the limit of a visit', async () => {
  const seen = visits(10)
  let recorded = 1
  seen.remember('visit', { origin, recorded })
  const taken = await Promise.all(
    Array.from({ length: 5 }, () =>
      seen.appendWithinLimit('visit', 4, async () => {
        await Promise.resolve()
        recorded += 4
        return { recorded }
      }),
    ),
  )
  expect(taken).toEqual([true, true, false, false, false])
})

test('a visit filled by another process is full here too, and failed writes do not count', async () => {
  const seen = visits(10)
  const nothing = async () => ({ recorded: 0 })
  seen.remember('full', { origin: null, recorded: 10 })
  expect(await seen.appendWithinLimit('full', 1, nothing)).toBe(false)
  seen.remember('visit', begun)
  for (let outage = 0; outage < 3; outage++) {
    const failing = seen.appendWithinLimit('visit', 5, () => Promise.reject(new Error('out')))
    await expect(failing).rejects.toThrow('out')
  }
  expect(await seen.appendWithinLimit('visit', 5, nothing)).toBe(true)
})
