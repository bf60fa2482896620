import { hash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
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
