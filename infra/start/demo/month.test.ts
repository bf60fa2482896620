import { hash, randomBytes } from 'node:crypto'
import { month } from './month.ts'
import { monthBefore } from './random.ts'

const span = monthBefore(Date.parse('2026-07-14T15:20:00Z'))
const usual = { visits: 700, seed: 'filling', span, adminId: '0198a000-0000-4000-8000-00000000000a' }
const secrets = { emailHash: Buffer.alloc(32, 1), broker: randomBytes(32) }
const site = { address: 'https://example.com', secrets, passwordHash: 'a hash' }

const monthOf = (options: Partial<typeof usual> = {}) =>
  [...month(site, { ...usual, ...options })].flatMap(({ appends }) => appends)

/** Without random parts: the ids of requests, and sealed passwords. */
const fingerprint = (options?: Partial<typeof usual>) =>
  hash(
    'sha256',
    JSON.stringify(
      monthOf(options).map(({ context, ...append }) => append),
      (name, value) => (name === 'password' ? undefined : value),
    ),
  )

test('the same seed gives the same month, and another seed another one', () => {
  expect(fingerprint()).toBe(fingerprint())
  expect(fingerprint({ seed: 'b' })).not.toBe(fingerprint())
})

test('a period of both changes of clock has persons with several requests, and refusals', () => {
  const days = { fromMs: Date.parse('2026-03-01T00:00:00Z'), untilMs: Date.parse('2026-11-01T00:00:00Z') }
  const appends = monthOf({ span: days, visits: 1_500 })
  const requests = new Map<string, number>()
  const refusals = new Set<unknown>()
  for (const { type, data } of appends.flatMap(({ events }) => events)) {
    if (type === 'ActionRefused') refusals.add(data.reason)
    if (type !== 'LeadSubmitted' && type !== 'QuestionnaireSubmitted') continue
    requests.set(data.emailHash, (requests.get(data.emailHash) ?? 0) + 1)
  }
  expect([...requests.values()].filter(count => count > 1).length).toBeGreaterThan(3)
  expect(refusals.size).toBe(3)
  const daysOf = (day: string) => appends.filter(({ atMs }) => new Date(atMs).toISOString().startsWith(day))
  for (const day of ['2026-03-29', '2026-10-25']) expect(daysOf(day).length).toBeGreaterThan(0)
})

test.each([50, 700])('%i visits all start in the month, and time never steps back', visits => {
  const appends = monthOf({ visits })
  const types = appends.flatMap(({ events }) => events.map(({ type }) => type))
  expect(types.filter(type => type === 'VisitStarted').length).toBe(visits)
  // The log accepts no append without events, such as for a profile that is saved again.
  expect(appends.filter(({ events }) => events.length === 0)).toEqual([])
  const times = appends.map(({ atMs }) => atMs)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(times[0]).toBeGreaterThanOrEqual(span.fromMs)
  expect(times.at(-1)).toBeLessThanOrEqual(span.untilMs)
  expect(new Set(appends.map(({ context }) => context.actor))).toEqual(new Set(['demo']))
})

test('with consent a click and the request that it caused have one correlation id, else only the events of a request', () => {
  const appends = monthOf()
  const isOf = (type: string) => (append: (typeof appends)[number]) =>
    append.events.some(event => event.type === type)
  for (const fact of ['LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered', 'PlanActivated']) {
    const facts = appends.filter(isOf(fact)).map(({ context }) => ({
      isNamed: context.visitId !== undefined,
      sameRequest: appends.filter(other => other.context.correlationId === context.correlationId),
    }))
    expect(new Set(facts.map(({ isNamed }) => isNamed)).size).toBe(2)
    for (const { isNamed, sameRequest } of facts) {
      expect(sameRequest.some(isOf('InteractionTracked'))).toBe(isNamed)
      if (fact === 'AccountRegistered') expect(sameRequest.some(isOf('EmailClaimed'))).toBe(true)
    }
  }
})
