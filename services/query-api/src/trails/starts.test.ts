import { beforeEach, describe, expect, test } from 'vitest'
import type { Held } from './held.ts'
import { OfKinds } from './kinds.ts'
import { beforeAll } from './places.ts'
import { MadeHistory, placeAt } from './testing/made-history.ts'
import { trailsOf } from './trails-of.ts'
import { valuesOf } from './values-of.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1'
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const lead = (carrier: number) => ({ stream: -1, type: 'LeadSubmitted', data: { plan: 'elite' }, carrier })
const begun = (stream: number, userAgent = phone) => ({
  ...{ stream, type: 'VisitStarted' },
  data: { userAgent, referrer: 'https://www.google.com/' },
})

let history: MadeHistory
beforeEach(() => {
  history = new MadeHistory()
})

async function valuesAsOf(held: Held, { breakdown, at }: { breakdown: 'device' | 'referrer'; at: number }) {
  const look = history.look(held)
  const marks = new OfKinds(look.columns.kinds, type => (type === 'LeadSubmitted' ? 1 : 0))
  const trails = trailsOf(look.columns, held.covered({ after: beforeAll, upTo: placeAt(at) }), {
    by: 'visit',
    marks,
  })
  const its = await valuesOf(breakdown, { look, trails, upTo: placeAt(at), by: 'visit' })
  return Array.from(trails.units, unit => its(unit))
}

describe.each([
  ['all in memory', 0],
  ['the latest in memory', 2],
])('with %s', (_, from) => {
  const load = async (held: Held) => {
    const after = from === 0 ? beforeAll : placeAt(from - 1)
    for await (const _slice of held.slices(history.look(held).rows, { after, upTo: history.end }));
  }

  test('a visit that had not begun by the asked position has no device and comes from nowhere', async () => {
    history.add(begun(11), lead(11), lead(12), begun(12), lead(13))
    const held = history.held()
    await load(held)
    const counted = async (breakdown: 'device' | 'referrer', at: number) =>
      (await valuesAsOf(held, { breakdown, at })).slice(-1)
    expect(await counted('device', 2)).toEqual([null])
    expect(await counted('referrer', 2)).toEqual([null])
    const look = history.look(held)
    const [known, late, none] = [11, 12, 13].map(key => look.columns.visitOf(key)) as [number, number, number]
    const kindAsOf = async (at: number) => {
      const kindOf = await look.starts.asOf([known, late, none], placeAt(at))
      return [known, late, none].map(visit => look.columns.kinds.text(kindOf(visit), 'userAgent'))
    }
    expect(await kindAsOf(2)).toEqual([phone, null, null])
    expect(await kindAsOf(4)).toEqual([phone, phone, null])
  })

  test('robots are left out as far as was known', async () => {
    history.add(begun(11, robot), lead(11), lead(12), begun(12, robot), lead(13))
    const held = history.held()
    await load(held)
    const look = history.look(held)
    const visits = [11, 12, 13].map(key => look.columns.visitOf(key))
    expect([...(await look.robotsAmong(visits, placeAt(2)))]).toEqual(visits.slice(0, 1))
    expect([...(await look.robotsAmong(visits, placeAt(4)))]).toEqual(visits.slice(0, 2))
  })
})
