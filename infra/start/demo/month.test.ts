import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cast } from './cast.ts'
import { type Happening, month, monthBegins } from './month.ts'
import type { Step, Visit } from './visit.ts'

const site = 'https://example.com'
const untilMs = Date.parse('2026-07-14T15:20:00Z')
const told = (options: Partial<Parameters<typeof month>[0]> = {}) => [
  ...month({ visits: 300, seed: 'a', untilMs, site, ...options }),
]
const visitsOf = (happenings: readonly Happening[]): Visit[] =>
  happenings.flatMap(happening => ('visit' in happening ? [happening.visit] : []))

/** In spring and autumn a day has 23 or 25 hours. */
const someMonth = fc.record({
  visits: fc.integer({ min: 50, max: 400 }),
  seed: fc.string(),
  untilMs: fc.integer({ min: Date.parse('2025-01-31'), max: Date.parse('2027-12-31') }),
})
const always = (holds: (happenings: Happening[], options: { visits: number; untilMs: number }) => void) =>
  fc.assert(
    fc.property(someMonth, options => holds(told(options), options)),
    { numRuns: 60 },
  )

test('the same seed tells the same month, and another one another', () => {
  expect(told()).toEqual(told())
  expect(told({ seed: 'b' })).not.toEqual(told())
})

test('a month has just as many visits as were asked for, in the order in which they begin', () => {
  always((happenings, { visits }) => {
    expect(visitsOf(happenings)).toHaveLength(visits)
    const starts = happenings.map(({ startMs }) => startMs)
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  })
})

test('nothing happens before its visit begins, before what led to it, or after the month', () => {
  always((happenings, month) => {
    for (const happening of happenings) {
      const { steps } = 'visit' in happening ? happening.visit : happening.admin
      const times = [happening.startMs, ...steps.map(({ atMs }) => atMs)]
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(times[0]).toBeGreaterThanOrEqual(monthBegins(month.untilMs))
      expect(times.at(-1)).toBeLessThanOrEqual(month.untilMs)
    }
  })
})

test('nobody is in two places: a customer’s visit begins when the one before is long over', () => {
  always(happenings => {
    const endedMs = new Map<string, number>()
    for (const { account, steps } of visitsOf(happenings)) {
      if (!account) continue
      expect(steps[0]?.atMs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(endedMs.get(account) ?? 0)
      endedMs.set(account, steps.at(-1)?.atMs ?? 0)
    }
  })
})

test('every month has somebody at each stage of the setup, however few come', () => {
  always(happenings => {
    const stages = cast.map(({ email }) => progressOf(happenings, email))
    expect(stages).toEqual([
      [],
      ['plan'],
      ['plan', '1'],
      ['plan', '1', '2a'],
      ['plan', '1', '2a', '2b'],
      ['plan', '1', '2a', '2b', '3'],
      ['plan', '1', '2a', '2b', '3', 'profile', 'bot', 'bot'],
    ])
  })
})

const flags = [
  ['step1_broker_account', '1'],
  ['step2_mt4_authenticated', '2a'],
  ['step2_axi_connected', '2b'],
  ['step3_security_verified', '3'],
] as const

function progressOf(happenings: readonly Happening[], email: string): string[] {
  const registers = (step: Step) => step.does === 'register' && step.body.email === email
  const account = visitsOf(happenings).find(({ steps }) => steps.some(registers))?.account
  const steps = visitsOf(happenings).flatMap(visit => (visit.account === account ? visit.steps : []))
  return steps.flatMap(step => {
    if (step.does === 'progress') return flags.flatMap(([flag, name]) => (step.changes[flag] ? [name] : []))
    return ['plan', 'bot', 'profile'].includes(step.does) ? [step.does] : []
  })
}

test('of those who come, fewer and fewer go on: to look around, to ask, to register, to a plan, to the end', () => {
  const visits = visitsOf(told({ visits: 6_000 }))
  const having = (does: Step['does']) =>
    visits.filter(({ steps }) => steps.some(step => step.does === does)).length
  const asking = having('lead') + having('questionnaire')
  const ends = visits.filter(({ steps }) =>
    steps.some(step => step.does === 'progress' && step.changes.step3_security_verified),
  ).length
  const funnel = [having('view'), having('click'), asking, having('register'), having('plan'), ends]
  expect(funnel).toEqual(funnel.toSorted((one, other) => other - one))
  expect(asking / visits.length).toBeGreaterThan(0.02)
  expect(asking / visits.length).toBeLessThan(0.08)
  expect(ends).toBeGreaterThan(10)
})

test('programs that crawl the pages press nothing, and agree to nothing', () => {
  const crawling = visitsOf(told({ visits: 2_000 })).filter(({ browser }) =>
    /bot|Headless/i.test(browser.userAgent),
  )
  expect(crawling.length).toBeGreaterThan(80)
  for (const { steps } of crawling) {
    expect(steps.every(({ does }) => does === 'view' || does === 'leave')).toBe(true)
  }
})
